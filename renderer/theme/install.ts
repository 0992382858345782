import { convertCssVariables, defaultCssVariablesResolver, mergeMantineTheme, DEFAULT_THEME } from '@mantine/core'
import { resolveVariables, theme } from './theme.ts'

/**
 * Puts the theme's CSS variables into a constructed style sheet. Mantine would write a style element instead, which
 * `style-src 'self'` refuses; a sheet made by script code that was itself allowed is not concerned by it.
 */
export const installThemeVariables = (): void => {
  const full = mergeMantineTheme(DEFAULT_THEME, theme)
  const base = defaultCssVariablesResolver(full)
  const own = resolveVariables(full)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    convertCssVariables({
      variables: { ...base.variables, ...own.variables },
      light: { '--mantine-color-scheme': 'light', ...base.light, ...own.variables, ...own.light },
      dark: { '--mantine-color-scheme': 'dark', ...base.dark, ...own.variables, ...own.dark },
    }),
  )
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
