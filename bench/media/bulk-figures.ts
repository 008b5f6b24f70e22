/** Orders to the clients. */
export interface BulkLoad {
  readonly port: number
  /** A key of each organization that sends large bodies; none in the run without them. */
  readonly keys: ReadonlyArray<string>
  readonly contactPath: string
  readonly contactKey: string
}

/** The answers to the clients, and how long they took, ms. */
export interface BulkSent {
  readonly megabytesABody: number
  readonly statuses: Record<number, number>
  readonly bulkMillis: Array<number>
  readonly getMillis: Array<number>
}
