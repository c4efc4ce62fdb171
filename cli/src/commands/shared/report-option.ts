import { Option } from 'commander'

/** `--report`, which may be repeated. */
export const reportOption = (): Option =>
  new Option('--report <kind=file>', 'write a report: json=F, junit=F or html=F; may be repeated')
    .argParser((value: string, all: string[]) => [...all, value])
    .default([])
