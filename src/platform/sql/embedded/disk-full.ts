/** Words of Postgres about a full disk. The embedded database reports one in the same words. */
export const diskFull = "No space left on device"
