/**
 * Whether every engine can hold a text: PostgreSQL knows no NUL. One that cannot be stored is nowhere, so that asking
 * for it needs no error.
 */
export const isStorable = (text: string): boolean => !text.includes('\0')
