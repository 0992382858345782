/** An element of a record with what stands in it. Names are without prefixes. */
export interface XmlNode {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlNode[]
  /** The text that stands directly in it. */
  readonly text: string
}

/** The children of a name. */
export const childrenOf = (node: XmlNode, name: string): readonly XmlNode[] =>
  node.children.filter((child) => child.name === name)

/** Everything that a path of names leads to. */
export const at = (node: XmlNode, ...path: readonly string[]): readonly XmlNode[] =>
  path.reduce<readonly XmlNode[]>((found, name) => found.flatMap((one) => childrenOf(one, name)), [node])

/** The text of the first element that a path leads to; empty where there is none. */
export const textAt = (node: XmlNode, ...path: readonly string[]): string => at(node, ...path)[0]?.text.trim() ?? ''

/** The texts of all elements that a path leads to. */
export const textsAt = (node: XmlNode, ...path: readonly string[]): readonly string[] =>
  at(node, ...path).map(({ text }) => text.trim())

/** The value of an attribute; empty where there is none. */
export const attribute = (node: XmlNode | undefined, name: string): string => node?.attributes.get(name) ?? ''
