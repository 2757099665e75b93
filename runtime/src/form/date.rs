//! Dates and times of RFC 3339, as far as a form's `format` needs them.

/// `full-date`: a day that the calendar has.
pub(super) fn is_date(text: &str) -> bool {
    let Some([year, month, day]) = numbers(text, '-', [4, 2, 2]) else { return false };
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    };
    (1..=days).contains(&day)
}

/// `date-time`: a date, `T`, a time with or without fractions of a second, and an offset.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, rest)) = text.split_once(['T', 't', ' ']) else { return false };
    let (clock, offset) = match rest.find(['Z', 'z', '+', '-']) {
        Some(at) => rest.split_at(at),
        None => return false,
    };
    let (clock, fraction) = clock.split_once('.').unwrap_or((clock, "0"));
    let digits = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    // A leap second is written as the 60th.
    let time = numbers(clock, ':', [2, 2, 2]).is_some_and(|[h, m, s]| h < 24 && m < 60 && s <= 60);
    let offset = match offset.split_at_checked(1) {
        Some(("Z" | "z", "")) => true,
        Some(("+" | "-", by)) => numbers(by, ':', [2, 2]).is_some_and(|[h, m]| h < 24 && m < 60),
        _ => false,
    };
    is_date(date) && digits && time && offset
}

/// Numbers of exactly so many digits, parted by a character.
fn numbers<const N: usize>(text: &str, parted: char, digits: [usize; N]) -> Option<[u32; N]> {
    let mut parts = text.split(parted);
    let mut numbers = [0; N];
    for (number, digits) in numbers.iter_mut().zip(digits) {
        let part = parts.next().filter(|part| part.len() == digits)?;
        let plain = part.bytes().all(|b| b.is_ascii_digit());
        *number = part.parse().ok().filter(|_| plain)?;
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The examples of RFC 3339, section 5.8, and what its grammar refuses.
    #[test]
    fn dates_and_times() {
        for text in ["2026-07-28", "2024-02-29", "2000-02-29"] {
            assert!(is_date(text), "{text}");
        }
        for text in
            ["2023-02-29", "1900-02-29", "2026-13-01", "2026-7-28", "2026-07-28Z", "+026-07-28", ""]
        {
            assert!(!is_date(text), "{text}");
        }
        for text in ["1985-04-12T23:20:50.52Z", "1996-12-19T16:39:57-08:00", "1990-12-31T23:59:60Z"]
        {
            assert!(is_date_time(text), "{text}");
        }
        for text in [
            "1985-04-12",
            "1985-04-12T23:20:50",
            "1985-04-12T24:20:50Z",
            "1985-04-12T23:20:50.Z",
            "1985-04-12T23:20:50é",
        ] {
            assert!(!is_date_time(text), "{text}");
        }
    }
}
