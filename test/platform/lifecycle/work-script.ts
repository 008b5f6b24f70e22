import { threadId } from "node:worker_threads"
import { serveWork } from "../../../src/platform/lifecycle/serve-work.ts"

export type Task =
  | { readonly kind: "measure"; readonly buffer: ArrayBuffer }
  | { readonly kind: "hoard" | "loop" | "throw" }

export interface Done {
  readonly thread: number
  readonly size: number
}

serveWork((task: Task): { readonly result: Done; readonly transfer: ReadonlyArray<ArrayBuffer> } => {
  if (task.kind === "throw") throw new Error("The task has failed")
  if (task.kind === "measure") return { result: { thread: threadId, size: task.buffer.byteLength }, transfer: [] }
  const hoarded: Array<object> = []
  for (;;) if (task.kind === "hoard") hoarded.push(Array.from({ length: 1000 }, (_, index) => ({ index })))
})
