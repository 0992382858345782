import { config } from 'zod'

// The content security policy forbids code that is made of text. To be imported before the first schema is made: each
// asks then whether it may, and a browser reports that.
config({ jitless: true })
