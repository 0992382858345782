import type { Refusal } from '../../../shared/api/errors.ts'
import type { Result } from '../../../shared/schema/result.ts'
import type { SignInProvider } from '../../../shared/schema/sign-in-provider.ts'

/** Somebody as a sign-in provider names them. */
export interface NamedByProvider {
  readonly issuer: string
  readonly subject: string
  readonly login: string | null
  readonly name: string | null
  readonly groups: readonly string[]
}

/** People who sign in by a provider. */
export interface ProviderPeople {
  /**
   * L-123: the person whom a provider names by issuer and subject, in the role that their groups give. One who comes
   * for the first time is added. Answers their uid.
   */
  admitByProvider(provider: SignInProvider, named: NamedByProvider): Promise<Result<string, Refusal>>
}
