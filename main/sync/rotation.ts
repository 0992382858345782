/** What the new key of a rotation signs (Y-13). */
export const rotationMessage = (deviceId: string, oldKid: string, newKid: string): Uint8Array =>
  Buffer.from(`fieldseal rotate v1\n${deviceId}\n${oldKid}\n${newKid}\n`, 'utf8')
