//! The 24 statistics of a trace (Dobber 2006, sections 3.7 and 7.5).

mod list;
pub mod printed;

pub use list::{ALL, Characteristic, Kind};

use statistics::{constant, mean, mean_of, sd};

/// The block size of Dobber 2006, section 3.7.
pub const BLOCK: usize = 20;

/// 17 statistics of a series (Dobber 2006, Tables 3.1 and 3.2) and 7 more on jumps (Table 7.2).
///
/// A jump is a value that differs from the one before by more than two standard deviations. Statistics that a series
/// does not define are NaN: statistics of two values or of a whole block that it does not have, and ratios to something
/// that is 0. The fields stand in the order of [`ALL`], which has their names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Characteristics {
    /// mu, ms.
    pub mean: f64,
    /// sigma, with N - 1, ms.
    pub sd: f64,
    /// c = sigma / mu.
    pub coefficient_of_variation: f64,
    /// rmse_lv: the root of the summed squared differences between neighbours over N - 1, ms.
    pub rmse_last_value: f64,
    /// sigma / rmse_lv: near 1/2 for alternating values, 0.71 for independent ones, larger where fluctuations are long.
    pub sd_over_rmse_last_value: f64,
    /// s(mu): the root mean squared deviation of the blocks' means from mu, ms.
    pub sd_of_means: f64,
    /// c(mu) = sqrt(B) s(mu) / mu.
    pub scaled_sd_of_means_over_mean: f64,
    /// s(mu) / s = sqrt(B) s(mu) / sigma: 1 where the expected value does not change.
    pub scaled_sd_of_means_over_sd: f64,
    /// s(s): the root mean squared deviation of the blocks' standard deviations from their mean, ms.
    pub sd_of_sds: f64,
    /// s(s) / mu.
    pub sd_of_sds_over_mean: f64,
    /// c(s) = s(s) over the mean of the blocks' standard deviations.
    pub sd_of_sds_over_mean_sd: f64,
    /// f_jumps: the share of jumps, 0 to 1.
    pub jumps: f64,
    /// s_jumps: the root of the jumps' summed squared deviations from mu over N - 1, ms.
    pub sd_jumps: f64,
    /// rmse_jumps: the root of the jumps' summed squared differences from the value before over N - 1, ms.
    pub rmse_jumps: f64,
    /// s_jumps / s.
    pub sd_jumps_over_sd: f64,
    /// rmse_jumps / rmse_lv.
    pub rmse_jumps_over_rmse_last_value: f64,
    /// mse_jumps / s^2 as Table 3.2 prints it, that is (s_jumps / s)^2 and not (rmse_jumps / s)^2.
    pub mse_jumps_over_variance: f64,
    /// rmse_jumps / sigma.
    pub rmse_jumps_over_sd: f64,
    /// rmse_jumps / mu.
    pub rmse_jumps_over_mean: f64,
    /// rmse_jumps / (mu f_jumps).
    pub rmse_jumps_over_mean_and_jumps: f64,
    /// rmse_jumps / (rmse_lv f_jumps).
    pub rmse_jumps_over_rmse_last_value_and_jumps: f64,
    /// mse_jumps = rmse_jumps^2, ms^2, here and in the next two, unlike in Table 3.2.
    pub mse_jumps: f64,
    /// mse_jumps / (sigma^2 f_jumps).
    pub mse_jumps_over_variance_and_jumps: f64,
    /// mse_jumps / (rmse_lv^2 f_jumps).
    pub mse_jumps_over_mse_last_value_and_jumps: f64,
}

impl Characteristics {
    /// The statistics of `values`, ms, with blocks of `block` values (raised to 1; [`BLOCK`] is the reference). Values
    /// after the last whole block count for all statistics but those of blocks.
    ///
    /// ```
    /// use trace::characteristics::{BLOCK, Characteristics};
    /// use trace::synthetic::{Preset, preset};
    ///
    /// let set = preset(Preset::Ar01, 1, 2000, 7);
    /// let characteristics = Characteristics::of(&set.nodes()[0].runtimes, BLOCK);
    /// assert!((characteristics.coefficient_of_variation - 0.598708).abs() < 1e-6);
    /// ```
    pub fn of(values: &[f64], block: usize) -> Self {
        let (mu, sigma) = (mean(values), sd(values));
        let Blocks {
            sd_of_means,
            sd_of_sds,
            mean_of_sds,
        } = Blocks::of(values, block.max(1), mu);
        let Steps {
            rmse_last_value,
            jumps,
            sd_jumps,
            rmse_jumps,
        } = Steps::of(values, mu, sigma);
        let root = (block.max(1) as f64).sqrt();
        let mse_jumps = rmse_jumps * rmse_jumps;
        let sd_jumps_over_sd = ratio(sd_jumps, sigma);
        Self {
            mean: mu,
            sd: sigma,
            coefficient_of_variation: ratio(sigma, mu),
            rmse_last_value,
            sd_over_rmse_last_value: ratio(sigma, rmse_last_value),
            sd_of_means,
            scaled_sd_of_means_over_mean: ratio(root * sd_of_means, mu),
            scaled_sd_of_means_over_sd: ratio(root * sd_of_means, sigma),
            sd_of_sds,
            sd_of_sds_over_mean: ratio(sd_of_sds, mu),
            sd_of_sds_over_mean_sd: ratio(sd_of_sds, mean_of_sds),
            jumps,
            sd_jumps,
            rmse_jumps,
            sd_jumps_over_sd,
            rmse_jumps_over_rmse_last_value: ratio(rmse_jumps, rmse_last_value),
            mse_jumps_over_variance: sd_jumps_over_sd * sd_jumps_over_sd,
            rmse_jumps_over_sd: ratio(rmse_jumps, sigma),
            rmse_jumps_over_mean: ratio(rmse_jumps, mu),
            rmse_jumps_over_mean_and_jumps: ratio(rmse_jumps, mu * jumps),
            rmse_jumps_over_rmse_last_value_and_jumps: ratio(rmse_jumps, rmse_last_value * jumps),
            mse_jumps,
            mse_jumps_over_variance_and_jumps: ratio(mse_jumps, sigma * sigma * jumps),
            mse_jumps_over_mse_last_value_and_jumps: ratio(
                mse_jumps,
                rmse_last_value * rmse_last_value * jumps,
            ),
        }
    }

    /// All statistics in the order of [`ALL`].
    pub fn values(&self) -> [f64; 24] {
        [
            self.mean,
            self.sd,
            self.coefficient_of_variation,
            self.rmse_last_value,
            self.sd_over_rmse_last_value,
            self.sd_of_means,
            self.scaled_sd_of_means_over_mean,
            self.scaled_sd_of_means_over_sd,
            self.sd_of_sds,
            self.sd_of_sds_over_mean,
            self.sd_of_sds_over_mean_sd,
            self.jumps,
            self.sd_jumps,
            self.rmse_jumps,
            self.sd_jumps_over_sd,
            self.rmse_jumps_over_rmse_last_value,
            self.mse_jumps_over_variance,
            self.rmse_jumps_over_sd,
            self.rmse_jumps_over_mean,
            self.rmse_jumps_over_mean_and_jumps,
            self.rmse_jumps_over_rmse_last_value_and_jumps,
            self.mse_jumps,
            self.mse_jumps_over_variance_and_jumps,
            self.mse_jumps_over_mse_last_value_and_jumps,
        ]
    }
}

/// NaN in place of a division by 0.
fn ratio(of: f64, to: f64) -> f64 {
    if to == 0.0 { f64::NAN } else { of / to }
}

/// The statistics of the blocks: NaN where there is none.
struct Blocks {
    sd_of_means: f64,
    sd_of_sds: f64,
    mean_of_sds: f64,
}

impl Blocks {
    fn of(values: &[f64], block: usize, mu: f64) -> Self {
        let blocks = || values.chunks_exact(block);
        let sds: Vec<f64> = blocks().map(sd).collect();
        let mean_of_sds = mean(&sds);
        let squared = |value: f64, centre: f64| (value - centre) * (value - centre);
        // The means of equal values may be rounded differently in blocks and on the whole.
        let flat = constant(values.iter());
        let spread_of_means =
            mean_of(blocks().map(|b| if flat { 0.0 } else { squared(mean(b), mu) }));
        Self {
            sd_of_means: spread_of_means.sqrt(),
            sd_of_sds: mean_of(sds.iter().map(|s| squared(*s, mean_of_sds))).sqrt(),
            mean_of_sds,
        }
    }
}

/// The statistics of the steps from value to value: NaN for fewer than two values.
struct Steps {
    rmse_last_value: f64,
    jumps: f64,
    sd_jumps: f64,
    rmse_jumps: f64,
}

impl Steps {
    fn of(values: &[f64], mu: f64, sigma: f64) -> Self {
        let (mut all, mut count, mut about_mean, mut about_last) = (0.0, 0_usize, 0.0, 0.0);
        for (last, value) in values.iter().zip(values.iter().skip(1)) {
            let step = value - last;
            all += step * step;
            if step.abs() > 2.0 * sigma {
                count += 1;
                about_mean += (value - mu) * (value - mu);
                about_last += step * step;
            }
        }
        let steps = values.len().saturating_sub(1) as f64;
        Self {
            rmse_last_value: (all / steps).sqrt(),
            jumps: count as f64 / steps,
            sd_jumps: (about_mean / steps).sqrt(),
            rmse_jumps: (about_last / steps).sqrt(),
        }
    }
}
