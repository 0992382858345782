/** The address of the hub in the hub's own folders: there is no network in between. */
export const ownHubUrl = 'in-process:'
