/** Whether a file is sent as ONNX: by its name, as people choose it. */
export const isOnnx = ({ name }: Pick<File, 'name'>): boolean => /\.onnx$/iu.test(name)

/** Characters of so many bytes in base64. */
export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4

/** Names with commas, spaces or lines between. */
export const namesOf = (text: string): string[] => text.split(/[\s,;]+/u).filter((name) => name !== '')

const chunk = 32_766

/** Bytes in base64, in parts that a call can take as its arguments. */
export const toBase64 = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunk) text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunk)))
  return text
}

/** What of a model file is sent. */
export const modelFileBody = async (
  file: File,
  features: readonly string[],
): Promise<{ readonly file: string } | { readonly onnx: string; readonly features?: string[] }> =>
  isOnnx(file)
    ? {
        onnx: toBase64(new Uint8Array(await file.arrayBuffer())),
        ...(features.length === 0 ? {} : { features: [...features] }),
      }
    : { file: await file.text() }
