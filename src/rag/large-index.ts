/**
 * SQL for the name of the index of one model's vectors in a large knowledge base, over
 * `knowledge_base_id` and `model`.
 */
export const indexName = "'chunk_vectors_' || md5(knowledge_base_id::text || ' ' || model)"

/**
 * The condition of this partial index. Literals instead of parameters: otherwise the planner would
 * not use the index.
 */
export const coveredBy = (knowledgeBaseId: string, model: string): string =>
  `knowledge_base_id = '${knowledgeBaseId}'::uuid and model = '${model.replaceAll("'", "''")}'`
