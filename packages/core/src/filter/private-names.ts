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
  "*.p8",
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
  ".my.cnf",
  ".vault-token",
  ".htpasswd",
  "credentials.json",
  "service-account*.json",
  "application_default_credentials.json",
  // In directories that are recorded although their names begin with a dot
  "**/.cargo/credentials",
  "**/.cargo/credentials.toml",
  "**/.config/gh/hosts.yml",
  "**/.config/gcloud/",
  "**/.codex/auth.json",
  "**/.gemini/oauth_creds.json",
  // Terraform writes passwords into its state as plain text
  "*.tfstate",
  "*.tfstate.*",
];
