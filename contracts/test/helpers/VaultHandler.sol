// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {USDB} from "../../src/faucet/USDB.sol";
import {LoanHub} from "../../src/loans/LoanHub.sol";
import {MainToken} from "../../src/tokens/MainToken.sol";
import {Swap} from "../../src/tokens/Swap.sol";
import {IStakingVault} from "../../src/vault/IStakingVault.sol";
import {StakingVault} from "../../src/vault/StakingVault.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the vault's invariant tests: holders wrap, unwrap, lock, borrow; anybody gives yield, trades, liquidates;
/// time passes. No call reverts, since each is made only when it is possible. Amounts are random, dust included.
contract VaultHandler is Test {
    USDB private immutable usdb;
    MainToken private immutable main;
    Swap private immutable swap;
    LoanHub private immutable hub;
    StakingVault private immutable vault;
    address[] private _wallets;

    uint256 private _lastAssets;
    uint256 private _lastShares;
    bool public priceFell;
    bool public roundTripPaid;
    bool public leftDust;
    /// Calls of each kind that did something.
    mapping(string kind => uint256) public done;

    constructor(
        USDB usdb_,
        MainToken main_,
        Swap swap_,
        LoanHub hub_,
        StakingVault vault_,
        address[] memory wallets
    ) {
        (usdb, main, swap, hub, vault) = (usdb_, main_, swap_, hub_, vault_);
        _wallets = wallets;
        _record("start");
    }

    function wrap(uint256 who, uint256 amount, bool byRouter) external {
        address wallet = _select(who);
        if (byRouter) {
            vm.prank(wallet);
            swap.buyTokens(bound(amountOf(amount, 50_000e18), 1_000e18, 50_000e18), 0, _path(true), true);
        } else {
            uint256 held = main.balanceOf(wallet);
            if (held < 1e18) return;
            vm.prank(wallet);
            vault.buy(bound(amountOf(amount, held), 1e18, held));
        }
        _record("wrap");
    }

    function unwrap(uint256 who, uint256 amount, bool forUsdb) external {
        address wallet = _select(who);
        (uint256 liquid,,,) = vault.getUserStakeDetails(wallet);
        if (liquid < 1e9) return;
        _sell(wallet, bound(amountOf(amount, liquid), 1e9, liquid), forUsdb);
    }

    function unwrapAll(uint256 who) external {
        address wallet = _select(who);
        (uint256 liquid,,,) = vault.getUserStakeDetails(wallet);
        if (liquid == 0) return;
        _sell(wallet, liquid, false);
    }

    function roundTrip(uint256 who, uint256 amount) external {
        address wallet = _select(who);
        uint256 held = main.balanceOf(wallet);
        if (held < 1e18) return;
        uint256 shares = vault.balanceOf(wallet);
        vm.prank(wallet);
        vault.buy(bound(amountOf(amount, held), 1e18, held));
        _sell(wallet, vault.balanceOf(wallet) - shares, false);
        if (main.balanceOf(wallet) > held) roundTripPaid = true;
        _record("round trip");
    }

    function give(uint256 from, uint256 to, uint256 amount) external {
        address wallet = _select(from);
        (uint256 liquid,,,) = vault.getUserStakeDetails(wallet);
        vm.prank(wallet);
        vault.transfer(_select(to), liquid == 0 ? 0 : amount % (liquid + 1));
        _record("give");
    }

    function lock(uint256 who, uint256 amount) external {
        address wallet = _select(who);
        (uint256 liquid,,,) = vault.getUserStakeDetails(wallet);
        if (liquid == 0) return;
        vm.prank(wallet);
        vault.lock(bound(amountOf(amount, liquid), 1, liquid));
        _record("lock");
    }

    function unlock(uint256 who, uint256 amount) external {
        address wallet = _select(who);
        vault.investYield();
        (uint256 locked, uint256 pledged,, bool hasLoan) = vault.userVaults(wallet);
        if (hasLoan && pledged == 0) return;
        uint256 needed = vault.convertToShares(pledged) + 1;
        if (locked <= needed) return;
        vm.prank(wallet);
        vault.unlock(bound(amountOf(amount, locked - needed), 1, locked - needed));
        _record("unlock");
    }

    function borrow(uint256 who, uint256 amount, uint256 numberOfDays) external {
        address wallet = _select(who);
        vault.investYield();
        uint256 available = vault.getAvailableStasis(wallet);
        (,,, bool hasLoan) = vault.userVaults(wallet);
        if (hasLoan || available < 1e18) return;
        vm.prank(wallet);
        vault.borrow(bound(amountOf(amount, available), 1e18, available), 10 + numberOfDays % 40);
        _record("borrow");
    }

    function addToLoan(uint256 who, uint256 amount) external {
        address wallet = _select(who);
        vault.investYield();
        uint256 available = vault.getAvailableStasis(wallet);
        if (!_isRunning(wallet) || available < 1e9) return;
        vm.prank(wallet);
        vault.addToLoan(bound(amountOf(amount, available), 1e9, available));
        _record("add");
    }

    function extendLoan(uint256 who, uint256 numberOfDays, bool payInUsdb, bool refinance) external {
        address wallet = _select(who);
        vault.investYield();
        if (!_isRunning(wallet)) return;
        (,, uint256 hubId,) = vault.userVaults(wallet);
        (, uint256 coreId,) = hub.userLoans(address(vault), hubId);
        numberOfDays = 10 + numberOfDays % 40;
        (bool possible,,) =
            main.ExtensionEligibility(address(hub), coreId, numberOfDays, false, payInUsdb, refinance);
        if (!possible) return;
        vm.prank(wallet);
        vault.extendLoan(numberOfDays, payInUsdb, refinance);
        _record("extend");
    }

    function repay(uint256 who) external {
        address wallet = _select(who);
        (, uint256 pledged,,) = vault.userVaults(wallet);
        if (pledged == 0) return;
        vm.prank(wallet);
        vault.repay();
        _record("repay");
    }

    function liquidate(uint256 who, uint256 chance, bool byCore) external {
        address wallet = _select(who);
        (, uint256 pledged, uint256 hubId,) = vault.userVaults(wallet);
        if (pledged == 0) return;
        uint256 time = hub.getUserLoanDetails(address(vault), hubId).liquidationTime;
        if (vm.getBlockTimestamp() < time) {
            if (chance % 4 != 0) return;
            vm.warp(time);
        }
        (, uint256 coreId,) = hub.userLoans(address(vault), hubId);
        vm.prank(_select(who % _wallets.length + 1));
        if (byCore) main.LiquidateLoan(coreId, address(hub), false);
        else hub.liquidate(address(vault), hubId);
        _record("liquidate");
    }

    function settle(uint256 who) external {
        address wallet = _select(who);
        (, uint256 pledged,, bool hasLoan) = vault.userVaults(wallet);
        if (!hasLoan || pledged > 0) return;
        vault.settleLiquidationFor(wallet);
        _record("settle");
    }

    function injectYield(uint256 who, uint256 amount) external {
        vm.prank(_select(who));
        vault.injectYield(bound(amountOf(amount, 5_000e18), 1, 5_000e18));
        _record("inject");
    }

    /// Trades of TIDE pay tax to the vault; sometimes nobody calls the vault for a while.
    function trade(uint256 who, uint256 amount, bool isBuy) external {
        address wallet = _select(who);
        uint256 held = isBuy ? 50_000e18 : main.balanceOf(wallet);
        if (held < 1e9) return;
        amount = bound(amountOf(amount, held), 1e9, held);
        vm.prank(wallet);
        if (isBuy) swap.buyTokens(amount, 0, _path(true), false);
        else swap.sellTokens(amount, 0, _path(false), false);
        _record("trade");
    }

    /// Tokens that are sent to the vault.
    function donate(uint256 who, uint256 amount, bool tide) external {
        vm.startPrank(_select(who));
        if (tide) main.transfer(address(vault), amount % (main.balanceOf(_select(who)) / 100 + 1));
        else usdb.transfer(address(vault), amount % 1_000e18);
        vm.stopPrank();
        _record("donate");
    }

    function wait(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + time % 30 hours);
        _record("wait");
    }

    /// @dev Only a sale that would leave dust may be refused.
    function _sell(address wallet, uint256 amount, bool forUsdb) private {
        vm.prank(wallet);
        try vault.sell(amount, forUsdb, 0) {
            uint256 left = vault.totalSupply();
            if (left > 0 && left < vault.convertToShares(1e18)) leftDust = true;
            _record("unwrap");
        } catch (bytes memory reason) {
            vm.assertTrue(bytes4(reason) == IStakingVault.TooFewSharesLeft.selector);
        }
    }

    function _isRunning(address wallet) private view returns (bool) {
        (, uint256 pledged, uint256 hubId,) = vault.userVaults(wallet);
        if (pledged == 0) return false;
        return vm.getBlockTimestamp() < hub.getUserLoanDetails(address(vault), hubId).liquidationTime;
    }

    function _select(uint256 who) private view returns (address) {
        return _wallets[who % _wallets.length];
    }

    function _path(bool isBuy) private view returns (address[] memory path) {
        path = new address[](2);
        (path[0], path[1]) = isBuy ? (address(usdb), address(main)) : (address(main), address(usdb));
    }

    /// @dev Compares fractions: the price of a share must not fall by a single unit of rounding.
    function _record(string memory kind) private {
        ++done[kind];
        (uint256 assets, uint256 shares) = (vault.totalAssets() + 1e15, vault.totalSupply() + 1e15);
        if (_lastShares > 0 && assets * _lastShares < _lastAssets * shares) priceFell = true;
        (_lastAssets, _lastShares) = (assets, shares);
    }
}
