/**
 * Keys for tests alone, made by minisign 0.11 (`minisign -G`, with `-W` for the plain one); anybody can sign with them.
 */
export const plainSecret = `untrusted comment: minisign encrypted secret key
RWQAAEIyAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAemvV+FAhYZvC3F30k8T/itwRAttPnpJCG7XQZQ3qWctd5cYv7n1GqhWPBIA9f/XOMZsA1yKzB+WEVEnezo97z1jW7B85ADvuAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
`
export const plainPublic = `untrusted comment: minisign public key 9B612150F8D56B7A
RWR6a9X4UCFhmxWPBIA9f/XOMZsA1yKzB+WEVEnezo97z1jW7B85ADvu
`

/** Its password is `correct horse`. */
export const sealedSecret = `untrusted comment: minisign encrypted secret key
RWRTY0IyjuQlm5wpUB4vHReF9NkbSg7hPPA1USrLrWYN9XM4f1IAAAACAAAAAAAAAEAAAAAAFchhj3bw7lfOyuBmaQNXu+CG3PndhcvE/BEBMj0u4ZklvVYt09CoCcZvqdHGoJbubLkLB6+sv0CawdxHQWbPdIHp/+4RZKZ0ef/XiVJyGude4u+ggwNSzpzwxMiRNhYdkG2aQvFctBM=
`
export const sealedPublic = `untrusted comment: minisign public key 1177DD6A15C7FDD
RWTdf1yh1n0XAfdys6jOwLpkB55ag76UDKPQytQwFZL5ElupsHW1CNio
`
