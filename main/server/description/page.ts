import { createHash } from 'node:crypto'
import { errorCatalogue } from '../../../shared/api/errors.ts'
import type { JsonSchema, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './document.ts'
import { overview } from './overview.ts'
import { pageStyle } from './page-style.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string): string => text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter)

/** Paragraphs, lists of `- ` lines, and `code`. */
const prose = (text: string): string => {
  const inline = (line: string): string => escape(line).replace(/`([^`]+)`/g, '<code>$1</code>')
  return text
    .split('\n\n')
    .map((block) =>
      block.startsWith('- ')
        ? `<ul>${block
            .split('\n')
            .map((line) => `<li>${inline(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${inline(block)}</p>`,
    )
    .join('')
}

const slug = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const typeOf = (schema: JsonSchema): string => {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema['const'])
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return [...new Set((choices as JsonSchema[]).map(typeOf))].join(' or ')
  if (schema['type'] === 'array') return `list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}`
  const format = typeof schema['format'] === 'string' ? ` (${schema['format']})` : ''
  return typeof schema['type'] === 'string' ? schema['type'] + format : 'any'
}

const limitsOf = (schema: JsonSchema): string => {
  const parts: string[] = []
  const show = (key: string, text: string): void => {
    const value = schema[key]
    if (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER) parts.push(`${text} ${value}`)
  }
  show('minimum', 'from')
  show('maximum', 'to')
  show('minLength', 'at least characters:')
  show('maxLength', 'at most characters:')
  show('minItems', 'at least items:')
  show('maxItems', 'at most items:')
  if (schema['default'] !== undefined) parts.push(`default ${JSON.stringify(schema['default'])}`)
  return parts.join(', ')
}

const row = (name: string, schema: JsonSchema, required: boolean, description: string): string =>
  `<tr><td><code>${escape(name)}</code>${required ? '' : ' <span class="muted">optional</span>'}</td><td>${escape(typeOf(schema))}</td><td>${prose([description, limitsOf(schema)].filter((part) => part !== '').join('\n\n'))}</td></tr>`

/** Rows of an object's fields, with the fields of objects within it under their full name. */
const fieldRows = (schema: JsonSchema, prefix: string): string => {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>
  const required = (schema['required'] ?? []) as string[]
  return Object.entries(properties)
    .map(([name, field]) => {
      const full = prefix + name
      const inner = field['type'] === 'array' ? ((field['items'] ?? {}) as JsonSchema) : field
      const nested =
        inner['properties'] === undefined ? '' : fieldRows(inner, `${full}${field['type'] === 'array' ? '[]' : ''}.`)
      return (
        row(
          full,
          field,
          required.includes(name),
          typeof field['description'] === 'string' ? field['description'] : '',
        ) + nested
      )
    })
    .join('')
}

const table = (title: string, rows: string): string =>
  rows === ''
    ? ''
    : `<h4>${title}</h4><div class="scroll"><table><thead><tr><th>Name</th><th>Type</th><th>Notes</th></tr></thead><tbody>${rows}</tbody></table></div>`

const parameterRows = (parameters: readonly OpenApiParameter[], place: OpenApiParameter['in']): string =>
  parameters
    .filter((item) => item.in === place)
    .map((item) => row(item.name, item.schema, item.required, item.description ?? ''))
    .join('')

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const curlOf = (method: string, path: string, operation: OpenApiOperation): string => {
  const address = path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'case_number' ? 'CASE-ACME-20310105-00001' : name === 'id' ? '1' : `<${name}>`,
  )
  const lines = [`curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} "$BASE${address}"`]
  if (operation.security.length > 0)
    lines.push('-H "Authorization: Bearer $ACCESS_TOKEN"', '-H "X-API-Key: $INSTITUTION_KEY"')
  const content = operation.requestBody?.content
  const json = content?.['application/json']
  if (json !== undefined)
    lines.push('-H "Content-Type: application/json"', `-d ${shellQuote(JSON.stringify(json.example ?? {}))}`)
  if (content?.['text/csv'] !== undefined) lines.push('-H "Content-Type: text/csv"', '--data-binary @cases.csv')
  if (content?.['application/octet-stream'] !== undefined)
    lines.push('-H "Content-Type: application/octet-stream"', '--data-binary @activities.csv.gz')
  return lines.join(' \\\n  ')
}

const bodyTable = (operation: OpenApiOperation): string => {
  const content = operation.requestBody?.content
  const schema = content?.['application/json']?.schema
  if (schema !== undefined) return table('Body', fieldRows(schema, ''))
  const type = ['text/csv', 'application/octet-stream'].find((name) => content?.[name] !== undefined)
  return type === undefined ? '' : `<h4>Body</h4><p>The file itself, as <code>${type}</code>.</p>`
}

const successOf = (operation: OpenApiOperation): string => {
  const entry = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))
  if (entry === undefined) return ''
  const [status, response] = entry
  const schema = response.content?.['application/json']?.schema
  return schema === undefined
    ? `<h4>Answer ${status}</h4><p>A CSV file.</p>`
    : table(`Answer ${status}`, fieldRows(schema, ''))
}

const refusalList = (operation: OpenApiOperation): string =>
  `<h4>Refusals</h4><ul>${Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, response]) =>
        `<li><strong>${status}</strong> ${prose(response.description).replace(/^<p>|<\/p>$/g, '')}</li>`,
    )
    .join('')}</ul>`

const section = (method: string, path: string, operation: OpenApiOperation): string => `
<article id="${operation.operationId}">
<h3>${escape(operation.summary)}</h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path)}</code></p>
${prose(operation.description)}
${table('Path', parameterRows(operation.parameters, 'path'))}${table('Query', parameterRows(operation.parameters, 'query'))}${table('Headers', parameterRows(operation.parameters, 'header'))}
${bodyTable(operation)}${successOf(operation)}
<h4>Example</h4><pre tabindex="0">${escape(curlOf(method, path, operation))}</pre>
<details><summary>What can be refused</summary>${refusalList(operation)}</details>
</article>`

/** The sources that the page may use: its own style by hash, and nothing else. */
export const pageCsp = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The browsable page: static HTML without any script, from the same document that machines read. */
export const renderPage = (document: OpenApiDocument): string => {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const groups = document.tags.map((tag) => ({
    name: tag.name,
    items: all.filter((item) => item.operation.tags.includes(tag.name)),
  }))
  const navigation = groups
    .map(
      (group) =>
        `<h2>${escape(group.name)}</h2><ul>${group.items.map((item) => `<li><a href="#${item.operation.operationId}"><span class="method ${item.method}">${item.method.toUpperCase()}</span> ${escape(item.operation.summary)}</a></li>`).join('')}</ul>`,
    )
    .join('')
  const codes = Object.entries(errorCatalogue)
    .map(
      ([code, entry]) =>
        `<tr><td><code>${code}</code></td><td>${entry.status}</td><td>${escape(entry.meaning)}</td></tr>`,
    )
    .join('')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Fieldseal interface ${escape(document.info.version)}</title><style>${pageStyle}</style></head>
<body><a class="skip" href="#content">To the content</a>
<nav aria-label="Operations"><p class="title">Fieldseal <span class="muted">${escape(document.info.version)}</span></p><p><a href="/openapi.json">OpenAPI document</a></p>
<h2>About</h2><ul>${overview.map((item) => `<li><a href="#${slug(item.title)}">${escape(item.title)}</a></li>`).join('')}<li><a href="#codes">Codes</a></li></ul>${navigation}</nav>
<main id="content"><h1>The interface of Fieldseal</h1>
${overview.map((item) => `<section id="${slug(item.title)}"><h2>${escape(item.title)}</h2>${prose(item.text)}</section>`).join('')}
<section id="codes"><h2>Codes</h2><div class="scroll"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${codes}</tbody></table></div></section>
${groups.map((group) => `<section><h2>${escape(group.name)}</h2>${group.items.map((item) => section(item.method, item.path, item.operation)).join('')}</section>`).join('')}
</main></body></html>`
}
