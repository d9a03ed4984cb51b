/** A stream of what a generator yields, piece by piece as it is read. A reader that goes away ends the generator. */
export const streamOf = <Piece>(pieces: AsyncGenerator<Piece, void>): ReadableStream<Piece> =>
  new ReadableStream<Piece>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return()
    },
  })
