/**
 * What macOS writes beside a file on a disk that is not its own (RFC 1740): one part, the information of the Finder.
 */
export const appleDouble = Buffer.concat([
  Buffer.from('00051607000200004d6163204f5320582020202020202020', 'hex'),
  Buffer.from('0001000000090000002600000020', 'hex'),
  Buffer.alloc(32),
])
