/** What `npm start` serves, and to whom. */
export type Served = {
  readonly url: string
  readonly name: string
  readonly password: string
  readonly dataDir: string
  /** Whether a window could have been opened: where it could, somebody asked for none. */
  readonly hasDisplay: boolean
}

/** What `npm start` prints once a browser can open what it serves. */
export const welcome = ({ url, name, password, dataDir, hasDisplay }: Served): string => `
  Fieldseal is running.${hasDisplay ? '' : ' There is no display for its window:'} ${hasDisplay ? 'Open' : 'open'} the address in a browser on this computer.

    address   ${url}
    user      ${name}
    password  ${password}   (each start makes a new one)
    data      ${dataDir}

  Ctrl-C stops it.
`
