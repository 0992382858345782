/** Who may act in the entries of a workspace, as its chain says. */
export interface ActorDirectory {
  /** Users, by their uid, and API keys, as entries name them. */
  readonly known: ReadonlySet<string>
  /** Whom a device was enrolled for, by its id; absent: whoever works there. */
  readonly userOf: ReadonlyMap<string, string>
}
