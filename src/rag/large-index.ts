/** The name of the index that one model's vectors of a large knowledge base have, as SQL over `knowledge_base_id` and `model`. */
export const indexName = "'chunk_vectors_' || md5(knowledge_base_id::text || ' ' || model)"

/** What it covers. Without parameters: only then is it seen that it can answer. */
export const coveredBy = (knowledgeBaseId: string, model: string): string =>
  `knowledge_base_id = '${knowledgeBaseId}'::uuid and model = '${model.replaceAll("'", "''")}'`
