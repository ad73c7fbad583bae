/**
 * The thread that writes what requests leave behind, so that a slow disk slows no answer. It is the entry
 * point of a Worker: a compiled program must list this file among its own.
 */
import type { Database } from 'bun:sqlite';
import { type MessagePort, parentPort } from 'node:worker_threads';
import { type WriterOrder, type WriterReport, writeBatch } from './batch.ts';
import { connectState } from './database.ts';

/** Serves the recorder's orders, one after the other. */
function serveOrders(port: MessagePort): void {
  let sqlite: Database | undefined;
  const report = (message: WriterReport) => port.postMessage(message);
  port.on('message', (order: WriterOrder) => {
    try {
      if (order.kind === 'write') {
        sqlite ??= connectState(order.path);
        report({ kind: 'written', totals: writeBatch(sqlite, order.batch) });
      } else {
        sqlite?.close();
        report({ kind: 'closed' });
      }
    } catch (cause) {
      report({ kind: 'failed', reason: cause instanceof Error ? cause.message : String(cause) });
    }
  });
}

// The main thread has no such port: imported there by mistake, this file does nothing.
if (parentPort !== null) serveOrders(parentPort);
