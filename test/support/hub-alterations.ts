import type { BundleContents } from '../../main/bundle/contents.ts'
import type { Checkpoint } from '../../main/seal/checkpoint.ts'
import type { ReceiptPayload, WireReceipt } from '../../shared/protocol/sync.ts'
import type { Alteration } from './bundle-alterations.ts'
import type { UnpackedBundle } from './unpacked-bundle.ts'

/** The bundle of a contested case that is altered, and what its hub, or a device in its place, can sign. */
export interface HubSubject {
  readonly contents: BundleContents
  readonly receipt: (said: ReceiptPayload) => WireReceipt
  readonly strangersReceipt: (said: ReceiptPayload) => WireReceipt
  readonly note: (head: Checkpoint) => string
}

interface Order {
  origin: string
  kid: string
  case: (number | null)[]
  workspace: (number | null)[]
}

/** What somebody who holds the real device key could do to what a hub signed: manifests and signature fit. */
export const createHubAlterations = (subject: () => HubSubject): readonly Alteration[] => {
  const order = (bundle: UnpackedBundle, change: (order: Order) => void): void =>
    bundle.edit('data/hub/order.json', (text) => {
      const read = JSON.parse(text) as Order
      change(read)
      return `${JSON.stringify(read, null, 2)}\n`
    })
  const only = (bundle: UnpackedBundle, folder: string): string =>
    bundle.files().find((file) => file.startsWith(folder)) as string
  const receipt = (bundle: UnpackedBundle): string => only(bundle, 'data/hub/receipts/')
  const checkpoint = (bundle: UnpackedBundle): string => only(bundle, 'data/hub/checkpoints/')
  const saidIn = (bundle: UnpackedBundle, file: string): ReceiptPayload =>
    JSON.parse(
      Buffer.from((JSON.parse(bundle.text(file)) as WireReceipt).payload, 'base64').toString(),
    ) as ReceiptPayload
  const exchange = (places: (number | null)[], a: number, b: number): void => {
    const [first, second] = [places.indexOf(a), places.indexOf(b)]
    places[first] = b
    places[second] = a
  }
  const facts = (bundle: UnpackedBundle, change: (hub: Record<string, unknown>) => void): void =>
    bundle.edit('data/case.json', (text) => {
      const read = JSON.parse(text) as { hub: Record<string, unknown> }
      change(read.hub)
      return `${JSON.stringify(read, null, 2)}\n`
    })
  return [
    {
      code: 'reordered_entries',
      what: 'two places exchanged, so that the loser wins',
      alter: (bundle) => order(bundle, (read) => exchange(read.case, 1, 3)),
      besides: ['bundle_facts_differ', 'checkpoint_not_extending'],
    },
    {
      code: 'bundle_facts_differ',
      what: 'an entry that has a place said to have none',
      alter: (bundle) => order(bundle, (read) => (read.case[read.case.indexOf(4)] = null)),
      besides: ['truncated_tail', 'checkpoint_not_extending'],
    },
    {
      code: 'bundle_malformed',
      what: 'one place given twice',
      alter: (bundle) => order(bundle, (read) => (read.case[read.case.indexOf(3)] = 2)),
      besides: ['checkpoint_not_extending', 'bundle_facts_differ', 'reordered_entries', 'bundle_key_mismatch'],
    },
    {
      code: 'bundle_facts_differ',
      what: 'a place for an entry that is not there',
      alter: (bundle) => order(bundle, (read) => read.case.push(null)),
    },
    {
      code: 'bundle_key_mismatch',
      what: 'another key named as the hub’s',
      alter: (bundle) =>
        order(
          bundle,
          (read) =>
            (read.kid = subject().contents.keys.find(({ deviceId }) => !deviceId.startsWith('hub:'))?.kid ?? ''),
        ),
      besides: ['bundle_facts_differ'],
    },
    {
      code: 'bundle_key_mismatch',
      what: 'another name of the hub',
      alter: (bundle) => order(bundle, (read) => (read.origin = 'hub/another')),
      besides: ['bundle_facts_differ', 'checkpoint_invalid'],
    },
    {
      code: 'bundle_file_missing',
      what: 'the order taken out',
      alter: (bundle) => bundle.remove('data/hub/order.json'),
      besides: ['checkpoint_not_extending', 'bundle_facts_differ', 'reordered_entries', 'bundle_key_mismatch'],
    },
    {
      code: 'bundle_malformed',
      what: 'B-115: an order with two lists of places, of which a program that takes the first sees another',
      alter: (bundle) =>
        bundle.edit('data/hub/order.json', (text) => text.replace('  "case": [', '  "case": [],\n  "case": [')),
    },
    {
      code: 'bundle_malformed',
      what: 'a stray file beside the order',
      alter: (bundle) => bundle.write('data/hub/more.json', '{}\n'),
    },
    {
      code: 'bundle_malformed',
      what: 'a receipt under the name of another',
      alter: (bundle) => bundle.rename(receipt(bundle), 'data/hub/receipts/1-2.json'),
      besides: ['bundle_facts_differ'],
    },
    {
      code: 'bundle_malformed',
      what: 'a receipt with a second payload',
      alter: (bundle) =>
        bundle.edit(receipt(bundle), (text) => text.replace('{"payload":', '{"payload":"e30=","payload":')),
      besides: ['bundle_facts_differ'],
    },
    {
      code: 'bundle_facts_differ',
      what: 'the newest receipt taken out',
      alter: (bundle) => bundle.remove(receipt(bundle)),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a receipt that a device signed in the place of the hub',
      alter: (bundle) =>
        bundle.write(
          receipt(bundle),
          `${JSON.stringify(subject().strangersReceipt(saidIn(bundle, receipt(bundle))))}\n`,
        ),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a receipt of the hub over other entries',
      alter: (bundle) =>
        bundle.write(
          receipt(bundle),
          `${JSON.stringify(subject().receipt({ ...saidIn(bundle, receipt(bundle)), root: '0'.repeat(64) }))}\n`,
        ),
    },
    {
      code: 'time_after_receipt',
      what: 'a receipt of the hub that is older than the entries',
      alter: (bundle) =>
        bundle.write(
          receipt(bundle),
          `${JSON.stringify(subject().receipt({ ...saidIn(bundle, receipt(bundle)), at: '2020-01-01T00:00:00.000Z' }))}\n`,
        ),
    },
    {
      code: 'bundle_facts_differ',
      what: 'the hub’s checkpoint taken out',
      alter: (bundle) => bundle.remove(checkpoint(bundle)),
    },
    {
      code: 'checkpoint_invalid',
      what: 'the hub’s checkpoint with another root',
      alter: (bundle) =>
        bundle.edit(checkpoint(bundle), (text) =>
          text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32, 1).toString('base64')}\n`),
        ),
      besides: ['bundle_facts_differ'],
    },
    {
      code: 'checkpoint_not_extending',
      what: 'a checkpoint of the hub over other entries',
      alter: (bundle) => {
        const [origin = '', size] = bundle.text(checkpoint(bundle)).split('\n')
        bundle.write(checkpoint(bundle), subject().note({ origin, size: Number(size), root: Buffer.alloc(32, 1) }))
      },
    },
    {
      code: 'truncated_tail',
      what: 'a checkpoint of the hub over more entries than there are',
      alter: (bundle) => {
        const [origin = ''] = bundle.text(checkpoint(bundle)).split('\n')
        bundle.remove(checkpoint(bundle))
        bundle.write('data/hub/checkpoints/000099.txt', subject().note({ origin, size: 99, root: Buffer.alloc(32, 1) }))
      },
    },
    {
      code: 'bundle_facts_differ',
      what: 'the conflict taken out of case.json',
      alter: (bundle) => facts(bundle, (hub) => (hub['conflicts'] = [])),
    },
    {
      code: 'bundle_facts_differ',
      what: 'another number of received entries in case.json',
      alter: (bundle) => facts(bundle, (hub) => (hub['received'] = 6)),
    },
    {
      code: 'bundle_facts_differ',
      what: 'another time of the newest receipt in case.json',
      alter: (bundle) => facts(bundle, (hub) => (hub['last_receipt_at'] = null)),
    },
    {
      code: 'bundle_facts_differ',
      what: 'a witness made up in case.json',
      alter: (bundle) =>
        facts(bundle, (hub) => ((hub['witnessed'] as { cosigned_by: string[] }).cosigned_by = ['witness.example'])),
    },
  ]
}
