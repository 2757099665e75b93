// A foreign client for the tests: the official TypeScript SDK calls the tools of a stdio server.
//
//   node client.mjs auto|legacy PLAN -- COMMAND [ARGUMENT..]
//
// PLAN is a JSON array of {"tool", "arguments"}, or the path of a file that holds one. One JSON document goes to
// standard output; client.py prints the same form, so one test can compare both:
//
//   {"era", "protocolVersion", "server", "instructions", "tools": [name..], "calls": [
//      {"tool", "isError", "texts": [..], "structuredContent"?}     the result of a call
//    | {"tool", "error": {"code", "message"}}                       a protocol error, or what the SDK refused
//   ]}
//
// Exit status: 0 when the plan was carried out (failed calls included), 1 when the server could not be talked to, 2
// when the command line is wrong.

import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

function usage() {
  console.error('usage: client.mjs auto|legacy PLAN -- COMMAND [ARGUMENT..]');
  process.exit(2);
}

function commandLine([mode, plan, dashes, command, ...args]) {
  if (!['auto', 'legacy'].includes(mode) || dashes !== '--' || command === undefined) usage();
  return { mode, plan: JSON.parse(plan.trimStart().startsWith('[') ? plan : readFileSync(plan, 'utf8')), command, args };
}

async function call(client, { tool, arguments: args }) {
  try {
    const result = await client.callTool({ name: tool, arguments: args });
    const texts = result.content.filter((block) => block.type === 'text').map((block) => block.text);
    const { structuredContent } = result; // left out of the document when undefined
    return { tool, isError: result.isError ?? false, texts, structuredContent };
  } catch (error) {
    return { tool, error: { code: error.code ?? null, message: error.message } };
  }
}

async function main() {
  const { mode, plan, command, args } = commandLine(process.argv.slice(2));
  const client = new Client({ name: 'foreign-client', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' }));
  try {
    const { tools } = await client.listTools();
    const calls = [];
    for (const step of plan) calls.push(await call(client, step));
    return {
      era: client.getProtocolEra(),
      protocolVersion: client.getNegotiatedProtocolVersion(),
      server: client.getServerVersion() ?? null,
      instructions: client.getInstructions() ?? null,
      tools: tools.map((tool) => tool.name),
      calls,
    };
  } finally {
    await client.close();
  }
}

try {
  console.log(JSON.stringify(await main()));
} catch (error) {
  console.error(`client.mjs: ${error.stack ?? error}`);
  process.exitCode = 1;
}
