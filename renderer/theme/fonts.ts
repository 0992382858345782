import { fontsSheet } from '../../shared/theme/fonts.ts'

/**
 * Names the fonts for scripts that the system may not have. Each is fetched when a character first needs it; the style
 * sheet itself comes once the first screen stands.
 */
export const nameFonts = (): void => {
  requestIdleCallback(() => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = fontsSheet
    document.head.append(link)
  })
}
