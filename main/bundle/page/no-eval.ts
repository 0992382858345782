import { config } from 'zod'

// The page's policy forbids code that is made of text. To be imported before the first schema is made: each asks then
// whether it may.
config({ jitless: true })
