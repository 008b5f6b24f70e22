declare module "kafkajs/src/protocol/decoder.js" {
  interface Header {
    readonly key: string
    readonly value: Uint8Array | null
  }
  export default class Decoder {
    readVarIntArray(readOne: (decoder: Decoder) => Header): Array<Header>
  }
}

declare module "kafkajs/src/network/requestQueue/index.js" {
  export default class RequestQueue {
    readonly pending: ReadonlyArray<unknown>
    scheduleCheckPendingRequests(): void
  }
}

declare module "kafkajs/src/protocol/requests/joinGroup/index.js" {
  interface Fields {
    readonly groupProtocols: ReadonlyArray<{ readonly groupInstanceId?: string | undefined }>
    readonly groupInstanceId?: string | null
  }
  const request: { protocol: (version: { readonly version: number }) => (fields: Fields) => unknown }
  export default request
}
