// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts/utils/structs/EnumerableSet.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {ILoanHub} from "../loans/ILoanHub.sol";
import {ISwap} from "../tokens/ISwap.sol";
import {ITokenFactory} from "../tokens/ITokenFactory.sol";
import {IVesting} from "./IVesting.sol";

/// @dev State, settings, access checks and the vested amount. `VestingCreation`, `VestingLoans` and `VestingViews` add the
/// rest. Every state variable is declared here.
abstract contract VestingStore is Ownable2Step, ReentrancyGuardTransient, IVesting {
    using EnumerableSet for EnumerableSet.UintSet;

    struct Schedule {
        address creator;
        uint40 startTime;
        uint40 endTime;
        uint8 timeUnit;
        bool isGradual;
        address beneficiary;
        /// Hub id of the loan, 0 for none.
        uint64 loanId;
        /// Whether the tokens were bought, so that reward shares may depend on them.
        bool isAuto;
        address token;
        uint128 totalAmount;
        uint128 claimedAmount;
        /// Least vested amount: what was vested before an extension or a liquidation.
        uint128 vestedFloor;
        /// Collateral of the loan.
        uint128 pledged;
        string memo;
    }

    /// Longest duration of a schedule, and the furthest start or unlock time: 990 days.
    uint256 internal constant MAX_DURATION = 85_536_000;
    /// Time units of a gradual schedule's steps.
    uint8 private constant SECONDS = 0;
    uint8 private constant MINUTES = 1;
    uint8 private constant HOURS = 2;
    uint8 internal constant DAYS = 3;

    address internal immutable MAIN;
    ITokenFactory internal immutable FACTORY;
    IERC20 internal immutable USDB;

    mapping(uint256 vestingId => Schedule) internal _schedules;
    mapping(address beneficiary => EnumerableSet.UintSet) internal _ofBeneficiary;
    mapping(address creator => EnumerableSet.UintSet) internal _ofCreator;
    mapping(address token => uint256[]) internal _ofToken;
    mapping(uint256 loanId => uint256 vestingId) internal _ofLoan;
    /// @inheritdoc IVesting
    uint256 public vestingCount;
    /// @inheritdoc IVesting
    address public LOAN;
    /// @inheritdoc IVesting
    bool public feeEnabled;
    /// @inheritdoc IVesting
    uint256 public feeAmount;
    /// @inheritdoc IVesting
    mapping(address wallet => bool) public feeWhitelist;

    constructor(ISwap swap, address operator) Ownable(operator) {
        MAIN = address(swap.MAIN());
        FACTORY = swap.FACTORY();
        USDB = swap.USDB();
    }

    /// @inheritdoc IVesting
    function setFee(uint256 fee, bool isEnabled) external onlyOwner {
        feeAmount = fee;
        feeEnabled = isEnabled;
        emit FeeChanged(fee, isEnabled);
    }

    /// @inheritdoc IVesting
    function setFeeWhitelist(address wallet, bool isFree) external onlyOwner {
        feeWhitelist[wallet] = isFree;
        emit FeeWhitelistChanged(wallet, isFree);
    }

    /// @inheritdoc IVesting
    function setLoanHub(address loanHub) external onlyOwner {
        if (loanHub == address(0)) revert ZeroAddress();
        // The hub is given the tokens of schedules: another one could keep them.
        if (LOAN != address(0)) revert AlreadySet();
        // Otherwise it would not report liquidations, and schedules would keep loans that are gone.
        if (ILoanHub(loanHub).vesting() != address(this)) revert InvalidLoanHub();
        LOAN = loanHub;
        emit LoanHubSet(loanHub);
    }

    /// @inheritdoc IVesting
    function withdrawFees(address payable to) external onlyOwner {
        if (to == address(0)) revert ZeroAddress();
        // Not during a creation, whose surplus is part of the balance; hence `nonReentrant`.
        _withdraw(to);
    }

    function _withdraw(address payable to) private nonReentrant {
        (bool sent,) = to.call{value: address(this).balance}("");
        if (!sent) revert FeeTransferFailed();
    }

    function _requireSchedule(uint256 vestingId) internal view returns (Schedule storage schedule) {
        schedule = _schedules[vestingId];
        if (schedule.creator == address(0)) revert VestingNotFound(vestingId);
    }

    function _requireBeneficiary(uint256 vestingId) internal view returns (Schedule storage schedule) {
        schedule = _requireSchedule(vestingId);
        if (msg.sender != schedule.beneficiary) revert OnlyBeneficiary();
    }

    function _requireCreator(uint256 vestingId) internal view returns (Schedule storage schedule) {
        schedule = _requireSchedule(vestingId);
        if (msg.sender != schedule.creator) revert OnlyCreator();
    }

    /// @dev Neither of them has a function that could claim.
    function _checkBeneficiary(address beneficiary, address token) internal view {
        if (beneficiary == address(0)) revert ZeroAddress();
        if (beneficiary == address(this) || beneficiary == token) revert InvalidBeneficiary();
    }

    /// @dev The line from start to end in whole steps, rounded down, but at least the floor. Never above the total: the floor
    /// is not, and the duration is a multiple of the step.
    function _vested(Schedule storage schedule) internal view returns (uint256) {
        uint256 end = schedule.endTime;
        if (block.timestamp >= end) return schedule.totalAmount;
        uint256 least = schedule.vestedFloor;
        uint256 start = schedule.startTime;
        if (!schedule.isGradual || block.timestamp <= start) return least;
        uint256 elapsed = block.timestamp - start;
        elapsed -= elapsed % _secondsOf(schedule.timeUnit);
        // 128 bits times 40 bits.
        uint256 line = uint256(schedule.totalAmount) * elapsed / (end - start);
        return line > least ? line : least;
    }

    function _claimable(Schedule storage schedule) internal view returns (uint256) {
        return schedule.loanId == 0 ? _vested(schedule) - schedule.claimedAmount : 0;
    }

    function _secondsOf(uint8 timeUnit) internal pure returns (uint256) {
        if (timeUnit == SECONDS) return 1 seconds;
        if (timeUnit == MINUTES) return 1 minutes;
        return timeUnit == HOURS ? 1 hours : 1 days;
    }

    /// @dev Not `SafeCast.toUint128`: the interface promises the error `AmountTooLarge`.
    function _toUint128(uint256 value) internal pure returns (uint128) {
        if (value > type(uint128).max) revert AmountTooLarge();
        return uint128(value);
    }
}
