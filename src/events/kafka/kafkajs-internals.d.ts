declare module "kafkajs/src/network/requestQueue/index.js" {
  export default class RequestQueue {
    readonly pending: ReadonlyArray<unknown>
    scheduleCheckPendingRequests(): void
  }
}
