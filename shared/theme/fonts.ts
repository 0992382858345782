/** Where the window's fonts are served, below its own address. */
export const fontsPath = '/fonts/'

/** The style sheet that names them. */
export const fontsSheet = '/fonts.css'

/**
 * Families for scripts that a system may have no font for: the name in CSS, by the package that holds it. They have no
 * Latin letters. The first that has a character shows it: Han characters of every language are shown in the forms of
 * the first of the four that has them.
 */
export const scriptFamilies: Readonly<Record<string, string>> = {
  '@fontsource-variable/noto-sans-arabic': 'Noto Sans Arabic Variable',
  '@fontsource-variable/noto-sans-hebrew': 'Noto Sans Hebrew Variable',
  '@fontsource-variable/noto-sans-devanagari': 'Noto Sans Devanagari Variable',
  '@fontsource-variable/noto-sans-bengali': 'Noto Sans Bengali Variable',
  '@fontsource-variable/noto-sans-thai': 'Noto Sans Thai Variable',
  '@fontsource-variable/noto-sans-armenian': 'Noto Sans Armenian Variable',
  '@fontsource-variable/noto-sans-georgian': 'Noto Sans Georgian Variable',
  '@fontsource-variable/noto-sans-sc': 'Noto Sans SC Variable',
  '@fontsource-variable/noto-sans-jp': 'Noto Sans JP Variable',
  '@fontsource-variable/noto-sans-kr': 'Noto Sans KR Variable',
  '@fontsource-variable/noto-sans-tc': 'Noto Sans TC Variable',
}

/** These families as a list of CSS. */
export const scriptFonts = Object.values(scriptFamilies)
  .map((family) => `'${family}'`)
  .join(', ')

/** The fonts of all text: one for each script that a system may lack, then those of the system. */
export const textFonts = `${scriptFonts}, system-ui, -apple-system, 'Segoe UI', 'Cantarell', 'Noto Sans', 'DejaVu Sans', sans-serif`
