/** As much of JSON Schema as docs/check-report.schema.json uses. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  const?: unknown;
  enum?: unknown[];
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
}

/** What a value has that its schema does not allow, or lacks: one line each. */
export function findSchemaErrors(value: unknown, schema: Schema, root: Schema = schema, at = 'report'): string[] {
  if (schema.$ref) return findSchemaErrors(value, root.$defs![schema.$ref.split('/').pop()!], root, at);
  if (schema.const !== undefined) return value === schema.const ? [] : [`${at} is ${JSON.stringify(value)}`];
  if (schema.enum) return schema.enum.includes(value) ? [] : [`${at} is ${JSON.stringify(value)}`];
  const types = [schema.type ?? 'any'].flat();
  const isOf = (type: string): boolean =>
    type === 'integer'
      ? Number.isInteger(value)
      : type === 'number'
        ? Number.isFinite(value)
        : type === 'array'
          ? Array.isArray(value)
          : type === 'null'
            ? value === null
            : type === 'object'
              ? typeof value === 'object' && value !== null && !Array.isArray(value)
              : typeof value === type;
  if (!types.some(isOf)) return [`${at} is ${JSON.stringify(value)}, not of type ${types.join(' or ')}`];
  if (Array.isArray(value)) {
    const errors = value.flatMap((item, k) => findSchemaErrors(item, schema.items!, root, `${at}[${k}]`));
    const isSized = value.length >= (schema.minItems ?? 0) && value.length <= (schema.maxItems ?? Infinity);
    return isSized ? errors : [...errors, `${at} has ${value.length} items`];
  }
  if (!types.includes('object') || value === null) return [];
  const record = value as Record<string, unknown>;
  return [
    ...(schema.required ?? []).filter(key => !(key in record)).map(key => `${at} lacks ${key}`),
    ...Object.keys(record).flatMap(key => {
      const inner = schema.properties?.[key];
      if (!inner) return schema.additionalProperties === false ? [`${at} has ${key}`] : [];
      return findSchemaErrors(record[key], inner, root, `${at}.${key}`);
    }),
  ];
}
