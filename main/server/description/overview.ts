import { operations } from '../../../shared/api/operations.ts'
import { reachLine, reachOfRoles } from './roles.ts'

/**
 * What holds for the whole interface and what its short description leaves open. Paragraphs; `code` in backticks; lines
 * with `- ` are a list.
 */
export const overview: readonly { readonly title: string; readonly text: string }[] = [
  {
    title: 'Addresses and versions',
    text: 'Every operation answers under its path (`/v1/cases`) and under `/api` and its path (`/api/v1/cases`); both are the same operation. The version is part of the path. Within a version, fields are only added: ignore what you do not know in answers. Unknown fields in requests are refused, so that a misspelt one is never dropped unseen.',
  },
  {
    title: 'Credentials',
    text: 'Operations of `/v1` take `Authorization: Bearer <ACCESS_TOKEN>` and `X-API-Key: <INSTITUTION_KEY>`. The access token is a JWT (EdDSA) that lives 15 minutes; `POST /v1/auth/login` gives one with a refresh token, `POST /v1/auth/refresh` the next pair. A refresh token is good once, for 12 hours; when one is used a second time the whole sign-in ends, because it may be in two hands. `fieldseal token` makes an access token for whoever can read the data folder.\n\nOperations of `/v4` take `Authorization: Bearer <API_KEY>` and the workspace: `workspace_id` in the query, in the JSON body, or as the header `X-Workspace-Id`. Without it the answer is 400 invalid_request; with another workspace than the key’s it is 403 workspace_mismatch. An API key has the scopes `v4:read`, `v4:write` or both.\n\nA window that the service itself serves uses a session cookie (HttpOnly, SameSite=Strict). Its writes must carry `X-Fieldseal-Window: 1` and come from the same origin. Only `/healthz`, `/openapi.json`, `/docs`, the window’s files and signing in answer without a credential; of a hub, also its log, and what asks for a signature or a code instead (joining, opening a session, cosigning).',
  },
  {
    title: 'Roles',
    text: `- \`investigator\` works cases, alerts and decisions, and reads all of it.\n- \`supervisor\` may besides place and release legal holds, erase withheld values, say the second word on a decision, and keep rules, lists and models.\n- \`auditor\` reads and verifies, and works nothing; that it opened evidence or took it out is sealed.\n- \`admin\` may everything, also manage users, keys, devices, webhooks, the sharing of cases and the policies.\n\nEvery role may read what is not named here, verify, try rules without effect, and keep its own password, views and drafts. The rest, by area:\n\n${reachOfRoles(
      operations,
    )
      .map((reach) => `- ${reachLine(reach)}`)
      .join('\n')}`,
  },
  {
    title: 'Requests',
    text: 'Bodies are JSON objects in UTF-8 as `application/json`, at most 1 MiB unless an operation says otherwise. A field named twice, a nesting beyond 32 levels, a lone surrogate, a number beyond 2^53 where an integer is asked for, a repeated query parameter: each is refused with its place. Texts are kept exactly as sent; control characters and text-direction overrides are refused. Identifiers are integers from 1 to 2^53 - 1.',
  },
  {
    title: 'Answers',
    text: 'Success is `{"success": true, "data": ...}`; a list adds `pagination` with `total`, `page`, `size` and `total_pages`. Timestamps are ISO 8601 with milliseconds and a numeric UTC offset. Every answer carries `X-Request-Id`.\n\nA refusal is `{"success": false, "error": {"code", "message", "details"?, "request_id"}}`. `code` is the contract; `message` is for people and may change. `details` lists each field that is wrong.',
  },
  {
    title: 'States and deadlines of cases',
    text: 'A case starts as `open`. Any of the six states may follow any other, always with a rationale, unless the policy configures a workflow or a four-eyes rule for `resolved` or `closed`. The deadline is the creation time plus the hours that the policy gives the priority: urgent 4, high 24, medium 72, low 168 by default. Time in `pending_review` counts unless the policy says otherwise. The owner of a new case is the active investigator with the fewest unfinished cases; ties go to the lowest id.',
  },
  {
    title: 'Stale changes',
    text: 'A case’s `revision` counts its sealed entries. Send it as `If-Match: "<revision>"` with a change, and the change is refused with 409 stale_revision if the case has moved on since. An alert’s `revision` counts its steps, and is sent the same way with its moves, its assignment and a decision on it, by `/v1` and `/v4`. An operation that compares none refuses the header.',
  },
  {
    title: 'Retries',
    text: 'Every operation that creates takes `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): 1 to 255 visible ASCII characters. The first success is kept for 24 hours; the same request with the same key gets the same status and body again, with `Idempotency-Replayed: true`. Another request with that key is refused with 422 idempotency_key_reused, and one that is still being worked on with 409 in_progress. Where the service ended before an answer was kept, it is 409 outcome_unknown, and nothing is made a second time. Refusals are not kept. If a text of the answer was erased since, the replay shows `[redacted]`.\n\nThe other operations say which they are. Some can be sent again as they are (so can every GET, PUT, PATCH and DELETE, and bytes of an upload, which come with their offset): there the header is not needed, and nothing comes of it. Of the others each request is an act of its own (a sign-in, a link, a ticket, a file that is staged): there it is refused.',
  },
  {
    title: 'Limits',
    text: 'Each credential may make a number of requests in a window of time; `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers) and the older `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` say how many are left. Beyond it the answer is 429 rate_limited with `Retry-After`. Requests without a valid credential are limited by address, and failed sign-ins slow down further ones of the same name and address.',
  },
  {
    title: 'Seals',
    text: 'Every change of a case is an entry, signed by this device before the answer is given, that names its predecessor. Notes and other texts are not in the entry itself but bound to it by digest, so that one can be erased by law while every seal stays valid. What this cannot do: the owner of a laptop can rewrite what no hub has seen yet; `seal.last_witnessed` says how far that is.',
  },
]
