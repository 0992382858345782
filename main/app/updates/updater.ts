import { isDeepStrictEqual } from 'node:util'
import { existsSync } from 'node:fs'
import { toHex } from '../../seal/hash.ts'
import type { UpdateLook, UpdatesView, UpdateWork } from '../../../shared/ipc/updates.ts'
import { fail, ok, type Result } from '../../../shared/schema/result.ts'
import { errorText } from '../../../shared/text/error-text.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import {
  readUpdateState,
  longestMessage,
  writeUpdateState,
  type UpdateSettings,
  type UpdateState,
} from '../../platform/update-files.ts'
import { offerOf, type Installed, type Offer } from '../../update/offer.ts'
import { refused, type UpdateRefusal } from '../../update/refusal.ts'
import type { UpdateTrust } from '../../update/trust.ts'
import { downloadFile, downloadPlace } from './download.ts'
import { lookAt } from './look.ts'
import { replaceable, replaceProgram } from './replace.ts'
import type { UpdateSource } from './source.ts'

/** What updates act through; a test gives its own. */
export type UpdaterParts = {
  /** Null where the build has no keys. */
  readonly trust: UpdateTrust | null
  readonly installed: Omit<Installed, 'installation'>
  /** The one file of which the program consists, where it does; null where it was installed in another way. */
  readonly program: string | null
  settings(): UpdateSettings
  openSource(address: string): UpdateSource
  /** Where files and state are kept. */
  readonly files: { readonly folder: string; readonly state: string }
  /** Milliseconds since the epoch. */
  now(): number
  randomBytes(count: number): Uint8Array
  freeBytes(folder: string): number
  onChange(view: UpdatesView): void
  readonly log: (line: string) => void
}

export type Updater = {
  readonly view: () => UpdatesView
  /** Looks for an update and fetches it; does nothing where that is off, or under way. */
  look(): Promise<void>
  /**
   * Judges the feed and the file again, and puts the file in the place of the program (U-60).
   *
   * @returns why not; null where the next start is that of the new build
   */
  install(): Promise<UpdateRefusal | null>
  /** To be called when the settings have changed. */
  tell(): void
}

const newState = (parts: UpdaterParts): UpdateState => ({
  installation: toHex(parts.randomBytes(16)),
  remembered: null,
  looked: null,
  ready: null,
})

/** What is kept has limits, and is begun anew where it is over them: an error of a system may have any length. */
const lookOf = (atMs: number, found: Result<Offer, UpdateRefusal>): UpdateLook => {
  if (!found.ok) return { atMs, outcome: 'refused', message: found.error.message.slice(0, longestMessage) }
  const { value } = found
  return { atMs, outcome: value.kind, message: value.kind === 'newest' ? '' : value.version }
}

/** Keeps what is kept, and the view of it. Throws what the disk says. */
const makeKeeping = (parts: UpdaterParts) => {
  let state = readUpdateState(parts.files.state) ?? newState(parts)
  let work: UpdateWork | null = null
  const view = (): UpdatesView => {
    const { source, managedBy, fault } = parts.settings()
    const { ready } = state
    const place = ready === null ? null : downloadPlace(parts.files.folder, ready.file)
    const isReady = ready !== null && place !== null && existsSync(place) && ready.version !== parts.installed.version
    const how = parts.program !== null && replaceable(parts.program).ok ? 'replace' : 'by_hand'
    return {
      possible: parts.trust !== null,
      source,
      managedBy,
      fault,
      work,
      looked: state.looked as UpdateLook | null,
      ready: isReady && source !== null ? { version: ready.version, recalled: ready.recalled, how, path: place } : null,
    }
  }
  const tell = (): void => parts.onChange(view())
  return {
    state: () => state,
    view,
    tell,
    keep: (changes: Partial<UpdateState>): void => {
      const next = { ...state, ...changes }
      const isNew = !isDeepStrictEqual(next, state)
      state = next
      if (isNew) writeUpdateState(parts.files.state, state)
      tell()
    },
    /** Shows words that could not be kept. */
    show: (looked: UpdateLook): void => {
      state = { ...state, looked }
      tell()
    },
    at: (next: UpdateWork | null): void => {
      work = next
      tell()
    },
  }
}

/** Looks for updates, fetches them, and puts them in the place of the program that runs. One thing at a time. */
export const makeUpdater = (parts: UpdaterParts): Updater => {
  const keeping = makeKeeping(parts)
  const { installed, files } = parts
  let isBusy = false

  /** What the feed says now; it is remembered before anything follows from it. */
  const judged = async (source: UpdateSource, mayBeKept: boolean): Promise<Result<Offer, UpdateRefusal>> => {
    if (parts.trust === null) return fail(refused('not_trusting'))
    const { installation, remembered } = keeping.state()
    const grounds = { trust: parts.trust, nowMs: parts.now(), remembered }
    const looked = await lookAt(source, grounds, { folder: files.folder, mayBeKept })
    if (!looked.ok) return looked
    keeping.keep({ remembered: looked.value.remembered })
    return offerOf(looked.value.feed, { ...installed, installation })
  }

  const fetch = async (source: UpdateSource, offer: Offer): Promise<Result<Offer, UpdateRefusal>> => {
    if (offer.kind !== 'offered') {
      keeping.keep({ ready: null })
      return ok(offer)
    }
    const { file, version, recalled } = offer
    let told = 0
    const fetched = await downloadFile(
      {
        source,
        folder: files.folder,
        freeBytes: (folder) => parts.freeBytes(folder),
        onProgress: (got) => {
          if (got < told + file.bytes / 100 && got < file.bytes) return
          told = got
          keeping.at({ kind: 'fetching', got, total: file.bytes })
        },
      },
      file,
    )
    keeping.keep({ ready: fetched.ok ? { version, recalled, file } : null })
    return fetched.ok ? ok(offer) : fetched
  }

  /** Does one thing at the source that is set; answers null where there is none, or another thing is being done. */
  const atSource = async <T>(work: UpdateWork, act: (source: UpdateSource) => Promise<T>): Promise<T | null> => {
    const address = parts.settings().source
    if (isBusy || address === null || parts.trust === null) return null
    isBusy = true
    keeping.at(work)
    try {
      const source = parts.openSource(address)
      try {
        return await act(source)
      } finally {
        source.close()
      }
    } finally {
      isBusy = false
      keeping.at(null)
    }
  }

  const look = async (source: UpdateSource): Promise<void> => {
    const offer = await judged(source, false)
    const found = offer.ok ? await fetch(source, offer.value) : offer
    // What was fetched before stays where the address cannot be reached; a feed that is refused takes it back.
    if (!offer.ok && offer.error.code !== 'source_unreachable') keeping.keep({ ready: null })
    const looked = lookOf(parts.now(), found)
    parts.log(`updates: ${found.ok ? `${looked.outcome} ${looked.message}` : found.error.code}`)
    keeping.keep({ looked })
  }

  const install = async (source: UpdateSource): Promise<UpdateRefusal | null> => {
    const { ready } = keeping.state()
    if (ready === null || parts.program === null) return refused('not_replaceable')
    const offer = await judged(source, true)
    const isSame = offer.ok && offer.value.kind === 'offered' && offer.value.file.sha256 === ready.file.sha256
    if (!isSame) {
      keeping.keep({ ready: null, looked: lookOf(parts.now(), offer) })
      return offer.ok ? refused('feed_changed') : offer.error
    }
    const refusal = await replaceProgram(parts.program, downloadPlace(files.folder, ready.file), ready.file)
    parts.log(`updates: ${refusal === null ? `${ready.version} takes the place of this build` : refusal.code}`)
    return refusal
  }

  return {
    view: keeping.view,
    tell: keeping.tell,
    look: async () => {
      try {
        await atSource({ kind: 'looking' }, look)
      } catch (error) {
        parts.log(`updates: ${errorText(error)}`)
        const refusal = isDiskFull(error) ? refused('disk_full') : refused('disk_failed', errorText(error))
        keeping.show(lookOf(parts.now(), fail(refusal)))
      }
    },
    install: async () => {
      try {
        const done = await atSource({ kind: 'installing' }, async (source) => ({ refusal: await install(source) }))
        return done === null ? refused('not_now') : done.refusal
      } catch (error) {
        return refused('disk_failed', errorText(error))
      }
    },
  }
}
