declare module "node:crypto" {
  export const webcrypto: Crypto;
}
