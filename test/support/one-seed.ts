import fc from 'fast-check'

/** Properties are tried with the same values each time, so that a failure is a change's and not the day's; another seed looks elsewhere. */
fc.configureGlobal({ seed: Number(process.env['FIELDSEAL_PROPERTY_SEED'] ?? '1') })
