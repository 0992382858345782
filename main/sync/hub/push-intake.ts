import type { PushAnswer, PushedRun, PushRefusalCode } from '../../../shared/protocol/sync.ts'
import { erasureType } from '../../../shared/entries/evidence-erasure.ts'
import { fail, ok } from '../../../shared/schema/result.ts'
import type { Result } from '../../../shared/schema/result.ts'
import { voidedType } from '../../domain/cases/voided.ts'
import type { EntryPayload } from '../../seal/entry.ts'
import { fromBase64url } from '../../seal/hash.ts'
import { isOfHub } from '../../seal/hub-epochs.ts'
import { fileAgain } from './blobs.ts'
import { followOwn } from './brought-back.ts'
import { authorOf, checkEntryContent, checkPlace, checkSeal, needsTaken } from './check-run.ts'
import type { PlaceInChain, PreparedEntry, RefusedEntry, RunKnowledge } from './check-run.ts'
import type { HubCore } from './core.ts'
import { accessTypes, followAccess } from './case-access.ts'
import { grantByEntry } from './grant-by-entry.ts'
import { followTeam } from './grants.ts'
import { segmentsOf } from './numbers.ts'
import { signedNow } from './push-checks.ts'
import type { PreparedRun } from './push-checks.ts'
import type { HubDevice } from './records.ts'
import { isLeaseDue, leaseOf, renewLease, usesUpSlots, withNumberOf } from './slots.ts'
import type { Holders } from './slots.ts'
import { idGiven } from './values.ts'
import type { HubWork } from './work.ts'
import { broughtKey, founderIdOf, isBeforeJoining } from './workspace-head.ts'

/** Refusals of entries that no enrolled key is proven to have signed. */
const sealedByNobody: ReadonlySet<PushRefusalCode> = new Set(['unknown_key', 'edited_signature'])
/**
 * So many of them from one device show what it does; whoever makes them can make any number, and the disk is
 * everybody's. What a key has signed is always kept.
 */
const forgedMost = 100

/** An entry that has its place now; `seq` is null where it had it before. */
interface Taken {
  readonly pos: number
  readonly seq: number | null
}

/** The push of one device while it is taken in. */
export class PushIntake {
  readonly #core: HubCore
  readonly #work: HubWork
  /** Devices as this push leaves them. */
  readonly #devices = new Map<string, HubDevice | null>()
  readonly #changed = new Set<string>()
  /** Cases that are granted to the pusher, as far as this push has asked. */
  readonly #granted = new Set<string>()
  readonly #pusher: HubDevice
  readonly #holders: Holders
  /** Chains whose returned entries are to be told: all are here, or something new follows them (Y-84). */
  readonly #toTell = new Set<string>()
  forked = false

  constructor(core: HubCore, work: HubWork, pusher: HubDevice) {
    this.#core = core
    this.#work = work
    this.#pusher = pusher
    this.#holders = { tx: work.tx, own: core.identity.institution }
    this.#devices.set(pusher.deviceId, pusher)
  }

  async #device(deviceId: string): Promise<HubDevice | null> {
    const known = this.#devices.get(deviceId)
    if (known !== undefined) return known
    const device = await this.#work.tx.device(deviceId)
    this.#devices.set(deviceId, device)
    return device
  }

  #change(device: HubDevice): void {
    this.#devices.set(device.deviceId, device)
    this.#changed.add(device.deviceId)
  }

  /** Takes the entries of a run, up to the first that is refused. */
  async take(run: PreparedRun): Promise<PushedRun> {
    const positions: number[] = []
    const added: number[] = []
    // Who brings what the hub had signed for gets nothing by it, and the grants may be among what is brought.
    const granted = run.signedBefore !== null || (await this.#isGranted(run.case))
    for (const [at, prepared] of run.entries.entries()) {
      const taken: Result<Taken, RefusedEntry> = granted
        ? await this.#takeEntry(run, prepared)
        : {
            ok: false,
            error: { code: 'not_granted', message: 'This case is not granted to this device.', quarantined: false },
          }
      if (!taken.ok) {
        const quarantined = await this.#keepAside(run, prepared, taken.error)
        await this.#noteReturned(run, added)
        return {
          case: run.case,
          positions,
          refused: { at, code: taken.error.code, message: taken.error.message, quarantined },
        }
      }
      positions.push(taken.value.pos)
      if (taken.value.seq !== null) added.push(taken.value.seq)
    }
    await this.#noteReturned(run, added)
    if (run.signedBefore?.endsOrder === true) this.#toTell.add(run.case)
    return { case: run.case, positions }
  }

  /** A case that nobody has is whose opens it; of others, whoever they were granted to may add. */
  async #isGranted(name: string): Promise<boolean> {
    if (name === 'workspace' || this.#granted.has(name) || (await this.#work.size(name)) === 0) return true
    const granted = await this.#work.tx.isGranted(this.#pusher, name)
    if (granted) this.#granted.add(name)
    return granted
  }

  /** @param added the `seq` of those that had no place before */
  async #noteReturned({ case: name, deviceId, signedBefore }: PreparedRun, added: readonly number[]): Promise<void> {
    const [from] = added
    const to = added.at(-1)
    if (from === undefined || to === undefined) return
    if (signedBefore === null) this.#toTell.add(name)
    else await this.#work.keepReturned(name, { device_id: deviceId, from, to })
  }

  async #takeEntry(run: PreparedRun, prepared: PreparedEntry): Promise<Result<Taken, RefusedEntry>> {
    const workspace = await this.#work.workspace()
    const sealed = checkSeal(signedNow(prepared, workspace), run, workspace)
    if (!sealed.ok) return sealed
    const payload = sealed.value
    const device = await this.#device(payload.dev)
    const { identity, env } = this.#core
    const founderId = founderIdOf(workspace, identity.rootKid)
    const known: RunKnowledge = {
      workspace,
      hub: identity,
      founderId,
      isHubFolder: payload.dev === founderId || payload.dev === env.ownDeviceId,
      deviceUser: device?.userUid ?? authorOf(workspace, payload.kid)?.userUid ?? null,
      joining: isBeforeJoining(workspace, payload)
        ? {
            joinedDseq: authorOf(workspace, payload.kid)?.joinedDseq ?? 0,
            chain: await this.#work.chainBefore(payload),
          }
        : null,
      caseHead: run.case === 'workspace' ? null : await this.#work.caseHead(run.case),
      last: await this.#work.lastOf(run.case, payload.dev),
      dseq: device?.dseq ?? 0,
      request: payload.type === erasureType ? (await this.#work.chainBefore(payload)).named : null,
      signedBefore: run.signedBefore !== null,
    }
    const place = await this.#placeOf(prepared.entry.id, payload, known)
    if (!place.ok) return place
    if (place.value.kind === 'taken') return ok({ pos: place.value.pos, seq: null })
    // The hub had it once, or its author would not know it (Y-55).
    const unseen = await this.#work.lacks(payload.case, payload.seen)
    if (unseen !== null)
      return fail({
        code: 'missing_entry',
        message: `The entry names ${unseen.slice(0, 16)} as seen, which comes first and is not here.`,
        quarantined: false,
      })
    const content = checkEntryContent(prepared.entry, payload, known)
    if (!content.ok) return content
    const giving = await this.#checkGiven(payload, device, known)
    if (!giving.ok) return giving
    const voids = content.value
    if (voids !== null)
      await this.#work.seal(run.case, {
        type: voidedType,
        actor: this.#work.hubDeviceId,
        subject: payload.subject,
        refs: [prepared.entry.id],
        pub: { entry: prepared.entry.id, code: voids.code, message: voids.message },
      })
    const isVoid = await this.#isVoid(run.case, prepared.entry.id)
    const taken: Taken = { pos: await this.#work.append(run.case, prepared.entry, payload), seq: payload.seq }
    if (isVoid) {
      if (giving.value !== null) this.#count(giving.value, payload)
      return ok(taken)
    }
    await this.#follow(payload, giving.value)
    // What the hub sealed before it was set back, a team, and who may know a case can end grants.
    const isTeam = payload.type === 'team.changed'
    if (isOfHub(identity, payload) || isTeam || accessTypes.has(payload.type)) this.#granted.clear()
    if (isTeam) {
      await followTeam(
        this.#work,
        payload.subject,
        workspace.teams[payload.subject] ?? [],
        (await this.#work.workspace()).teams[payload.subject] ?? [],
      )
      await this.#followTeamRules(payload)
    }
    return ok(taken)
  }

  /** Y-108: whoever left the team by which they knew a case has it by no other grant either. */
  async #followTeamRules({ subject, actor }: EntryPayload): Promise<void> {
    for (const name of await this.#work.tx.grantedTo({ kind: 'team', id: subject }))
      if ((await this.#work.caseHead(name)).access.team === subject) await followAccess(this.#work, name, actor)
  }

  /**
   * Y-16, Y-46: what an entry gives out, an id or a case number, is its device's to give. Answers the device as it
   * stands after; null where the hub has none of it.
   */
  async #checkGiven(
    payload: EntryPayload,
    device: HubDevice | null,
    { workspace, founderId, joining, signedBefore }: RunKnowledge,
  ): Promise<Result<HubDevice | null, RefusedEntry>> {
    const { tx, nowMs } = this.#work
    const author = authorOf(workspace, payload.kid)
    const id = author === null ? null : idGiven(payload, author)
    if (id !== null && (await tx.isGiven(id.kind, id.id)))
      return fail({
        code: 'id_taken',
        message: 'The id that the entry gives out was given out before.',
        quarantined: false,
      })
    // The hub's own folder had the numbers to itself before there was a hub, and so had a folder that joined.
    const isFree = device === null || device.deviceId === founderId || joining !== null
    const after = isFree
      ? device
      : await withNumberOf(
          this.#holders,
          { segments: segmentsOf(this.#core, workspace), signedBefore },
          device,
          payload,
          nowMs,
        )
    if (device !== null && after === null)
      return fail({
        code: 'number_not_leased',
        message: 'The case number is none of the slots of its device.',
        quarantined: false,
      })
    if (id !== null) await tx.giveId(id.kind, id.id)
    return ok(after)
  }

  async #placeOf(id: string, payload: EntryPayload, known: RunKnowledge): Promise<Result<PlaceInChain, RefusedEntry>> {
    const ask = needsTaken(payload, known)
    const deviceId = payload.dev
    const bySeq = ask.seq ? await this.#work.entryAt({ deviceId, case: payload.case, seq: payload.seq }) : null
    const byDseq = bySeq === null && ask.dseq ? await this.#work.entryAt({ deviceId, dseq: payload.dseq }) : null
    return checkPlace(id, payload, known, { bySeq, byDseq })
  }

  /** Y-95: whether the chain says that an entry has no effect. */
  async #isVoid(name: string, id: string): Promise<boolean> {
    const head = name === 'workspace' ? await this.#work.workspace() : await this.#work.caseHead(name)
    return head.voided.includes(id)
  }

  #count(device: HubDevice, { dseq }: EntryPayload): void {
    this.#change({ ...device, dseq: Math.max(device.dseq, dseq) })
  }

  /** What an entry that was taken changes besides its chain. */
  async #follow(payload: EntryPayload, device: HubDevice | null): Promise<void> {
    await grantByEntry(this.#work, payload, device)
    const isHubs = isOfHub(this.#core.identity, payload)
    const changed = isHubs ? await followOwn(this.#work, payload, await this.#device(payload.subject)) : null
    if (changed !== null) this.#change(changed)
    if (isHubs && (payload.type === 'evidence.received' || payload.type === 'model.received'))
      await fileAgain(this.#core, this.#work.tx, payload)
    if (payload.type === 'redaction.applied')
      this.#work.erase(payload.case, payload.pub['entry'] as string, payload.pub['digests'] as string[])
    if (payload.type === erasureType) this.#work.eraseBytes(payload.case, payload.pub['sha256'] as string)
    if (device === null) return
    let after: HubDevice = { ...device, dseq: Math.max(device.dseq, payload.dseq) }
    if (payload.type === 'key.rotated') {
      const brought = broughtKey(payload)
      if (brought !== null) after = { ...after, kid: brought.kid, spki: fromBase64url(brought.spki) ?? after.spki }
    }
    if (usesUpSlots(after, payload)) after = await renewLease(this.#holders, after, this.#work.nowMs, 1)
    this.#change(after)
  }

  /** Whether it is in quarantine now. */
  async #keepAside(run: PreparedRun, { entry }: PreparedEntry, refused: RefusedEntry): Promise<boolean> {
    if (!refused.quarantined) return false
    // A seal that does not hold is no word of the device in whose name it comes: whoever brought it answers for it.
    const isForged = sealedByNobody.has(refused.code)
    const deviceId = isForged ? this.#pusher.deviceId : run.deviceId
    if (isForged && (await this.#work.tx.quarantinedOf(deviceId)) >= forgedMost) return false
    await this.#work.tx.quarantine({
      id: entry.id,
      case: run.case,
      deviceId,
      code: refused.code,
      entry,
      atMs: this.#work.nowMs,
    })
    this.#core.alarm({ code: refused.code, case: run.case, deviceId, entryId: entry.id, message: refused.message })
    if (refused.code !== 'device_fork') return true
    const device = await this.#device(run.deviceId)
    // Proven by two signatures of the device's own key; nobody else can bring this about.
    // The hub's own folder goes on where another brings what it sealed before it was restored: what it has sealed since
    // stands in the order (Y-83).
    const isRestored = device?.kid === this.#core.identity.rootKid && run.deviceId !== this.#pusher.deviceId
    if (device?.state === 'active' && !isRestored) this.#change({ ...device, state: 'forked' })
    if (run.deviceId === this.#pusher.deviceId) this.forked = true
    return true
  }

  /**
   * Y-84: seals that entries came back, once none of their order is to come: before, an entry of the hub among them
   * would take a place, and what they name as their anchors would not come out.
   */
  async tellReturned(): Promise<void> {
    for (const name of this.#toTell) await this.#work.tellReturned(name)
  }

  /** Writes what became of the devices; answers the lease of the one that pushed. */
  async finish(): Promise<PushAnswer['lease']> {
    const { nowMs, tx } = this.#work
    const pusher = this.#devices.get(this.#pusher.deviceId) as HubDevice
    if (isLeaseDue(pusher, nowMs))
      this.#change({ ...(await renewLease(this.#holders, pusher, nowMs)), lastContactMs: nowMs })
    for (const deviceId of this.#changed) {
      const device = this.#devices.get(deviceId)
      if (device !== null && device !== undefined)
        await tx.saveDevice({ ...device, lastContactMs: deviceId === pusher.deviceId ? nowMs : device.lastContactMs })
    }
    return leaseOf(this.#devices.get(this.#pusher.deviceId) as HubDevice)
  }
}
