import { sha256, toBase64 } from '../../seal/hash.ts'
import { markup, Markup } from './markup.ts'

/** Nothing is loaded, run or sent; the one style sheet is the one that was written. */
const policyOf = (styles: string): string =>
  `default-src 'none'; style-src 'sha256-${toBase64(sha256(Buffer.from(styles, 'utf8')))}'; base-uri 'none'; form-action 'none'`

/**
 * What pages with these styles begin with, up to the start of their body. The styles are hashed once, here.
 *
 * @returns the beginning of one page, from its title and the version of the software that makes it
 */
export const startOfPages = (styles: string): ((title: string, softwareVersion: string) => Markup) => {
  const policy = policyOf(styles)
  return (title, softwareVersion) => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Fieldseal ${softwareVersion}">
<title>${title}</title>
<style>${new Markup(styles)}</style>
</head>
<body>\n`
}
