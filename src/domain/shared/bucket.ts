/** Lists all objects of a bucket whose keys begin with a prefix, in the order of their keys, with their metadata. */
export async function listObjects(bucket: R2Bucket, prefix: string): Promise<R2Object[]> {
  const objects: R2Object[] = []
  let cursor: string | undefined
  do {
    const page: R2Objects = await bucket.list({
      prefix,
      include: ['customMetadata'],
      ...(cursor && { cursor }),
    })
    objects.push(...page.objects)
    cursor = page.truncated ? page.cursor : undefined
  } while (cursor)
  return objects
}

/** Deletes these objects of a bucket, if there are any. */
export async function deleteObjects(bucket: R2Bucket, objects: readonly R2Object[]): Promise<void> {
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key))
}
