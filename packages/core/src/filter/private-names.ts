/**
 * What is refused before any other layer is asked, in the syntax of ignore files and without regard
 * to letter case: private keys, password stores and files that hold credentials by convention.
 */
export const privateNames: readonly string[] = [
  // Keys and certificates with their keys
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.ppk",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  // Password stores
  "*.kdbx",
  // Credentials of tools
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  ".dockercfg",
  ".aws/",
  ".ssh/",
  ".gnupg/",
  ".kube/",
  "credentials.json",
  "service-account*.json",
  // Terraform writes passwords into its state as plain text
  "*.tfstate",
  "*.tfstate.*",
];
