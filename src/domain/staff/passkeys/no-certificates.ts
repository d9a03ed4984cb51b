// Stands for @peculiar/x509 in the bundle: passkeys are registered without attestation, so no certificate is read.
const missing = undefined

export {
  missing as AuthorityKeyIdentifierExtension,
  missing as CRLDistributionPointsExtension,
  missing as SubjectKeyIdentifierExtension,
  missing as X509Certificate,
  missing as X509ChainBuilder,
  missing as X509Crl,
}
