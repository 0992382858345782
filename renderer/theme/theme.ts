import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core'
import { scriptFonts, textFonts } from '../../shared/theme/fonts.ts'

/** Ink teal: the one accent. Shade 7 carries white text, shade 3 carries dark text. */
const ink: MantineColorsTuple = [
  '#e8f4f2',
  '#cfe7e4',
  '#9fd2cc',
  '#62c4bb',
  '#3aa79f',
  '#1f8d86',
  '#147d77',
  '#0f6e6a',
  '#0b6360',
  '#084b49',
]
const gray: MantineColorsTuple = [
  '#f7f7f5',
  '#f1f1ee',
  '#e5e5e1',
  '#d9dad6',
  '#c9cac5',
  '#9aa0a2',
  '#62686b',
  '#545a5d',
  '#33383a',
  '#1a1d1e',
]
const dark: MantineColorsTuple = [
  '#e7e9e8',
  '#a9b0b2',
  '#989fa2',
  '#5a6265',
  '#2a2f31',
  '#24292b',
  '#1f2324',
  '#181b1c',
  '#121415',
  '#0e1011',
]
const red: MantineColorsTuple = [
  '#fbecea',
  '#f6d6d3',
  '#f1b3ae',
  '#ff9a90',
  '#e0645b',
  '#cf3f36',
  '#bb2b23',
  '#a8201a',
  '#8f1a15',
  '#6f130f',
]

/** The look of the window: 13 px, tight, quiet. Sizes are in px because the density is part of the design. */
export const theme = createTheme({
  colors: { ink, gray, dark, red },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 3 },
  // In the dark the accent is light: what stands on a filled button is dark there.
  variantColorResolver: (input) => {
    const colours = defaultVariantColorsResolver(input)
    return input.variant === 'filled' ? { ...colours, color: 'var(--fs-on-accent)' } : colours
  },
  fontFamily: textFonts,
  fontFamilyMonospace: 'var(--fs-mono)',
  fontSizes: { xs: '11px', sm: '12px', md: '13px', lg: '14px', xl: '16px' },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.5', xl: '1.5' },
  spacing: { xs: '6px', sm: '10px', md: '14px', lg: '20px', xl: '28px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '17px', lineHeight: '1.3' },
      h2: { fontSize: '14px', lineHeight: '1.35' },
      h3: { fontSize: '13px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  focusRing: 'auto',
  cursorType: 'pointer',
  components: {
    // lockScroll would inject a style element, which the content security policy refuses; the page itself never
    // scrolls.
    Modal: {
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 0 },
        overlayProps: { backgroundOpacity: 0.35 },
        centered: true,
        shadow: 'none',
      },
    },
    Drawer: { defaultProps: { lockScroll: false, transitionProps: { duration: 0 } } },
    Button: { defaultProps: { size: 'xs' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    TextInput: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs', hideControls: true } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs', checkIconPosition: 'right' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Radio: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'none', transitionProps: { duration: 0 } } },
    Popover: { defaultProps: { shadow: 'none', transitionProps: { duration: 0 } } },
    Tooltip: {
      defaultProps: {
        openDelay: 350,
        transitionProps: { duration: 0 },
        events: { hover: true, focus: true, touch: false },
      },
    },
  },
})

/** Lays Mantine's own variables onto the palette of tokens.css. */
export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {
    '--fs-scripts': scriptFonts,
    '--mantine-color-body': 'var(--fs-surface)',
    '--mantine-color-text': 'var(--fs-text)',
    '--mantine-color-dimmed': 'var(--fs-muted)',
    '--mantine-color-placeholder': 'var(--fs-faint)',
    '--mantine-color-anchor': 'var(--fs-accent)',
    '--mantine-color-error': 'var(--fs-danger)',
    '--mantine-color-default': 'var(--fs-surface)',
    '--mantine-color-default-hover': 'var(--fs-hover)',
    '--mantine-color-default-color': 'var(--fs-text)',
    '--mantine-color-default-border': 'var(--fs-line-strong)',
    '--mantine-color-ink-text': 'var(--fs-accent)',
    '--mantine-color-ink-light-color': 'var(--fs-accent)',
    '--mantine-color-gray-text': 'var(--fs-muted)',
    '--mantine-color-gray-light-color': 'var(--fs-text)',
    '--mantine-color-red-text': 'var(--fs-danger)',
    '--mantine-color-red-light-color': 'var(--fs-danger)',
  },
  light: {},
  dark: {},
})
