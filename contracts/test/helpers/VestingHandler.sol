// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {FactoryToken} from "../../src/tokens/FactoryToken.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {IVesting} from "../../src/vesting/IVesting.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the invariant test about vesting: random wallets create, claim, change, extend, borrow, repay, liquidate
/// and let time pass. Only calls that have to succeed are made; one that reverts fails the test.
contract VestingHandler is Test {
    IVesting private immutable vesting;
    ILoanHub private immutable hub;
    Swap private immutable swap;
    MainToken private immutable main;
    IERC20 private immutable usdb;
    /// A plain token and one whose purchases are vested.
    FactoryToken private immutable plain;
    FactoryToken private immutable auto_;
    address[] private _wallets;

    /// Vested amount of a schedule after the last call.
    mapping(uint256 vestingId => uint256) private _lastVested;
    /// Tokens that schedules have received, paid out, and lost by liquidations.
    uint256 public received;
    uint256 public paid;
    uint256 public lost;
    uint256 public loans;
    uint256 public liquidations;
    uint256 public extensions;
    bool public vestedFell;

    constructor(
        IVesting vesting_,
        ILoanHub hub_,
        Swap swap_,
        FactoryToken plainToken,
        FactoryToken autoToken,
        address[] memory wallets
    ) {
        (vesting, hub, swap, plain, auto_) = (vesting_, hub_, swap_, plainToken, autoToken);
        (main, usdb, _wallets) = (MainToken(address(swap_.MAIN())), swap_.USDB(), wallets);
    }

    function create(uint256 seed, uint256 delay) external {
        uint256 held = plain.balanceOf(_wallet(seed));
        if (held == 0) return;
        uint256 amount = 1 + amountOf(next(seed), held) % held;
        uint256 start = vm.getBlockTimestamp() + delay % 20 days;
        if (seed & (1 << 16) == 0) _createCliff(seed, amount, start + 1 hours);
        else _createGradual(seed, amount, start);
        received += amount;
        _record();
    }

    /// Purchases, also of tokens that are not vested, so that prices move.
    function buy(uint256 seed, bool isAuto) external {
        address[] memory path = new address[](3);
        (path[0], path[1], path[2]) =
            (address(usdb), address(main), isAuto ? address(auto_) : address(plain));
        uint256 amount = bound(amountOf(seed, 20_000e18), 10e18, 20_000e18);
        vm.prank(_wallet(seed));
        uint256 tokens = swap.buyTokens(amount, 0, path, false);
        if (isAuto) received += tokens;
        _record();
    }

    function claim(uint256 seed) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        uint256 amount = vesting.getClaimableAmount(id);
        if (amount == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        uint256 held = IERC20(details.token).balanceOf(details.beneficiary);
        vm.prank(details.beneficiary);
        vesting.claimTokens(id);
        vm.assertEq(IERC20(details.token).balanceOf(details.beneficiary) - held, amount);
        paid += amount;
        _record();
    }

    function extend(uint256 seed, uint256 additionalDays) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        if (vm.getBlockTimestamp() >= details.unlockTime) return;
        additionalDays = 1 + additionalDays % 60;
        if (details.unlockTime + additionalDays * 1 days - details.startTime > 85_536_000) return;
        bool isAuto = details.token == address(auto_);
        vm.prank(isAuto || seed & 1 == 0 ? details.beneficiary : details.creator);
        vesting.extendVestingPeriod(id, additionalDays);
        ++extensions;
        _record();
    }

    function add(uint256 seed) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        uint256 held = plain.balanceOf(details.creator);
        if (details.token != address(plain) || held == 0) return;
        uint256 amount = 1 + amountOf(next(seed), held) % held;
        vm.prank(details.creator);
        vesting.addTokensToVesting(id, amount);
        received += amount;
        _record();
    }

    function changeRoles(uint256 seed, bool isCreator) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        if (details.token == address(auto_)) return;
        if (isCreator) {
            vm.prank(details.creator);
            vesting.transferCreatorRole(id, _wallet(seed >> 8));
        } else if (details.activeLoanId == 0) {
            paid += vesting.getClaimableAmount(id);
            vm.prank(details.creator);
            vesting.changeBeneficiary(id, _wallet(seed >> 8));
        }
        _record();
    }

    function borrow(uint256 seed) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        uint256 unclaimed = details.totalAmount - details.claimedAmount;
        if (details.activeLoanId != 0 || main.getColleteralValue(unclaimed, details.token) < 1e18) return;
        vm.prank(details.beneficiary);
        vesting.takeLoanOnVesting(id);
        ++loans;
        _record();
    }

    function repay(uint256 seed) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        IVesting.VestingDetails memory details = vesting.getVestingDetails(id);
        if (details.activeLoanId == 0) return;
        uint256 debt = hub.getUserLoanDetails(address(vesting), details.activeLoanId).fullAmount;
        if (usdb.balanceOf(details.beneficiary) < debt) return;
        vm.prank(details.beneficiary);
        vesting.repayLoanOnVesting(id);
        _record();
    }

    /// Somebody lets a loan expire and liquidates it.
    function liquidate(uint256 seed) external {
        uint256 id = _pick(seed);
        if (id == 0) return;
        uint256 loanId = vesting.getActiveLoan(id);
        if (loanId == 0) return;
        uint256 expiry = hub.getUserLoanDetails(address(vesting), loanId).liquidationTime;
        if (vm.getBlockTimestamp() < expiry) vm.warp(expiry);
        _record();
        uint256 total = vesting.getVestingDetails(id).totalAmount;
        vm.prank(_wallet(seed >> 8));
        hub.liquidate(address(vesting), loanId);
        lost += total - vesting.getVestingDetails(id).totalAmount;
        // Only a liquidation may lower what is vested.
        _lastVested[id] = vesting.getVestedAmount(id);
        ++liquidations;
        _record();
    }

    function wait(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + time % 15 days);
        _record();
    }

    function wallets() external view returns (address[] memory) {
        return _wallets;
    }

    function _createCliff(uint256 seed, uint256 amount, uint256 unlockTime) private {
        vm.prank(_wallet(seed));
        vesting.createCliffVesting(
            _wallet(seed >> 8), address(plain), amount, unlockTime, "", address(main)
        );
    }

    function _createGradual(uint256 seed, uint256 amount, uint256 start) private {
        uint256 duration = 1 + (seed >> 24) % 60;
        uint8 unit = uint8(seed >> 20) % 4;
        vm.prank(_wallet(seed));
        vesting.createGradualVesting(
            _wallet(seed >> 8), address(plain), amount, start, duration, unit, "", address(main)
        );
    }

    function _wallet(uint256 seed) private view returns (address) {
        return _wallets[(seed >> 64) % _wallets.length];
    }

    function _pick(uint256 seed) private view returns (uint256) {
        uint256 count = vesting.vestingCount();
        return count == 0 ? 0 : 1 + (seed >> 32) % count;
    }

    function _record() private {
        for (uint256 id = 1; id <= vesting.vestingCount(); ++id) {
            uint256 vested = vesting.getVestedAmount(id);
            if (vested < _lastVested[id]) vestedFell = true;
            _lastVested[id] = vested;
        }
    }
}
