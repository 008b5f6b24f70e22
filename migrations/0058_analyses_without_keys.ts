export const indexes = {
  analyses_without_result_keys: "on analyses (organization_id, attempt_id) where not has_result_keys and not given_up"
}
