//! A schedule as Chrome trace events, which Perfetto, speedscope and `chrome://tracing` open.

use std::io::{self, BufWriter, Write};

use crate::{LaneId, Schedule, Span};

/// Writes a JSON object `{"traceEvents": […], "displayTimeUnit": "ms", "otherData": {…}}`: one
/// process called `name` and one for each group of lanes, a thread a lane in the schedule's order, a
/// complete event (`X`) a span with its role as category and its job as argument, a global instant
/// event (`i`) a mark or a bound, and a flow (`s`, `f`) a link.
///
/// Times are whole microseconds, which every reader keeps exactly: a start or end is rounded to the
/// nearest, and a duration is the difference of the rounded ends. So events of a thread never
/// overlap, and spans that touch still do; a span shorter than half a microsecond may have a
/// duration of 0.
///
/// With a window, in the schedule's unit, only the spans (see [`Lane::within`](crate::Lane::within)) and marks in it, and the
/// links that lie in it whole, but for distances, which readers would draw as arrows; times still count from the beginning of the
/// run.
///
/// The text is written as it comes and never held as a whole: about 110 bytes a span.
///
/// # Errors
/// Those of the writer.
///
/// ```
/// # use schedule::{Recording, Unit};
/// # let schedule = Recording::new(Unit::Milliseconds, vec![], vec![]).finish(0.0)?;
/// let mut json = Vec::new();
/// schedule::trace_events::write(&schedule, None, "replication", &mut json)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    schedule: &Schedule,
    window: Option<(f64, f64)>,
    name: &str,
    out: impl Write,
) -> io::Result<()> {
    // The number 0 stands for the idle task in some readers: process and threads count from 1.
    let mut out = BufWriter::new(out);
    out.write_all(b"{\"traceEvents\":[\n{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{\"name\":")?;
    serde_json::to_writer(&mut out, name)?;
    out.write_all(b"}}")?;
    for (group, process) in schedule.groups().iter().zip(2_u64..) {
        write!(
            out,
            ",\n{{\"ph\":\"M\",\"pid\":{process},\"name\":\"process_name\",\"args\":{{\"name\":"
        )?;
        serde_json::to_writer(&mut out, &format!("{name}: {}", group.name))?;
        out.write_all(b"}}")?;
    }
    let processes = processes(schedule);
    let process = |lane: LaneId| processes.get(lane.0 as usize).copied().unwrap_or(1);
    for (lane, thread) in schedule.iter_lanes().zip(1_u64..) {
        let process = process(lane.id());
        write!(
            out,
            ",\n{{\"ph\":\"M\",\"pid\":{process},\"tid\":{thread},\"name\":\"thread_name\",\"args\":{{\"name\":"
        )?;
        serde_json::to_writer(&mut out, lane.name())?;
        write!(
            out,
            "}}}},\n{{\"ph\":\"M\",\"pid\":{process},\"tid\":{thread},\"name\":\"thread_sort_index\","
        )?;
        write!(out, "\"args\":{{\"sort_index\":{thread}}}}}")?;
    }

    let microseconds = Microseconds {
        per_unit: schedule.unit().milliseconds() * 1000.0,
    };
    let phases = schedule.phases().iter().map(|phase| {
        let name = serde_json::to_string(&phase.name)?;
        Ok(format!(
            ",\n{{\"ph\":\"X\",\"name\":{name},\"cat\":\"{}\",\"pid\":",
            phase.role.name()
        ))
    });
    let phases = phases.collect::<io::Result<Vec<String>>>()?;
    let mut spans = 0_u64;
    for (lane, thread) in schedule.iter_lanes().zip(1_u64..) {
        let process = process(lane.id());
        for Span {
            phase,
            start,
            end,
            job,
            ..
        } in lane.within(window)
        {
            spans += 1;
            let event = phases.get(usize::from(phase.0)).map_or("", String::as_str);
            let (start, end) = (microseconds.of(start), microseconds.of(end));
            write!(
                out,
                "{event}{process},\"tid\":{thread},\"ts\":{start},\"dur\":{}",
                end - start
            )?;
            match job.number() {
                Some(job) => write!(out, ",\"args\":{{\"job\":{job}}}}}")?,
                None => out.write_all(b"}")?,
            }
        }
    }
    let inside = |time: f64| window.is_none_or(|(from, to)| (from..=to).contains(&time));
    let marks = schedule.marks().iter();
    let marks = marks.map(|mark| (mark.time, &mark.text, "mark"));
    let bounds = schedule.bounds().iter();
    let bounds = bounds.map(|bound| (bound.time, &bound.name, "bound"));
    for (time, text, category) in marks.chain(bounds).filter(|(time, ..)| inside(*time)) {
        write!(
            out,
            ",\n{{\"ph\":\"i\",\"s\":\"g\",\"pid\":{},\"tid\":1,\"ts\":{},\"cat\":\"{category}\",\"name\":",
            process(LaneId(0)),
            microseconds.of(time)
        )?;
        serde_json::to_writer(&mut out, text)?;
        out.write_all(b"}")?;
    }

    let kinds = schedule.link_kinds().iter();
    let kinds = kinds
        .map(|kind| Ok(serde_json::to_string(&kind.name)?))
        .collect::<io::Result<Vec<String>>>()?;
    for (number, link) in (1_u64..).zip(schedule.links().iter()) {
        let kind = schedule.link_kinds().get(usize::from(link.kind.0));
        let arrow = kind.is_none_or(|kind| kind.relation.is_arrow());
        if !(arrow && inside(link.start) && inside(link.end)) {
            continue;
        }
        let name = kinds
            .get(usize::from(link.kind.0))
            .map_or("\"\"", String::as_str);
        let ends = [
            ("s", link.from, link.start),
            ("f\",\"bp\":\"e", link.to, link.end),
        ];
        for (ph, lane, time) in ends {
            write!(
                out,
                ",\n{{\"ph\":\"{ph}\",\"id\":{number},\"pid\":{},\"tid\":{},\"ts\":{},\"name\":{name},\"cat\":\"link\"}}",
                process(lane),
                u64::from(lane.0) + 1,
                microseconds.of(time)
            )?;
        }
    }

    out.write_all(b"\n],\"displayTimeUnit\":\"ms\",\"otherData\":{\"name\":")?;
    serde_json::to_writer(&mut out, name)?;
    writeln!(
        out,
        ",\"spans\":{spans},\"makespan_us\":{}}}}}",
        microseconds.of(schedule.makespan())
    )?;
    out.flush()
}

/// Each lane's process: 1 for those in no group, from 2 on for the groups.
fn processes(schedule: &Schedule) -> Vec<u64> {
    let mut processes = vec![1; schedule.lanes().len()];
    for (group, process) in schedule.groups().iter().zip(2_u64..) {
        let first = group.first as usize;
        let lanes = processes.get_mut(first..first + group.lanes as usize);
        lanes.unwrap_or_default().fill(process);
    }
    processes
}

struct Microseconds {
    per_unit: f64,
}

impl Microseconds {
    /// A time of a schedule in whole microseconds. Rounding keeps the order of times, so spans without overlap stay so.
    fn of(&self, time: f64) -> u64 {
        (time * self.per_unit).round() as u64
    }
}
