import { Layer } from "effect"
import { BlobStore } from "../platform/files/BlobStore.ts"
import { DocumentReader } from "./DocumentReader.ts"
import { Documents } from "./Documents.ts"
import { FlowKnowledge } from "./FlowKnowledge.ts"
import { Indexing } from "./Indexing.ts"
import * as IndexingWorker from "./IndexingWorker.ts"
import { KnowledgeBases } from "./KnowledgeBases.ts"
import { LargeKnowledgeBases } from "./LargeKnowledgeBases.ts"
import { Retriever } from "./Retriever.ts"
import { StrayFiles } from "./StrayFiles.ts"

/** Knowledge bases, their documents and the search in them. Indexes a document only when a caller asks for the next one. */
export const services = Layer.mergeAll(Indexing.layer, Documents.layer, FlowKnowledge.layer).pipe(
  Layer.provideMerge(KnowledgeBases.layer),
  Layer.provideMerge(StrayFiles.layer),
  Layer.provideMerge(Layer.merge(BlobStore.layer, Retriever.layer))
)

/** Knowledge bases with the workers that index documents. */
export const layer = Layer.merge(IndexingWorker.layer, LargeKnowledgeBases.layer).pipe(
  Layer.provideMerge(services),
  Layer.provide(DocumentReader.layer)
)
