/**
 * For a long list of options. The AI builder of n8n 2.41.1 writes all values of a list into the type of each operation,
 * unless they seem to depend on other parameters: then it writes that any text is right. The editor shows the list as
 * ever; tested by test/e2e/aiBuilder.
 */
export const anyTextForBuilder: { loadOptionsDependsOn: string[] } = { loadOptionsDependsOn: [] };
