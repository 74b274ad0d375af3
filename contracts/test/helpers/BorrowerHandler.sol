// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ILoanHub} from "../../src/loans/ILoanHub.sol";
import {IFactoryToken} from "../../src/tokens/IFactoryToken.sol";
import {IMainToken} from "../../src/tokens/IMainToken.sol";
import {IPool} from "../../src/tokens/IPool.sol";
import {ISwap} from "../../src/tokens/ISwap.sol";
import {Test} from "./Test.sol";

/// @dev Handler of the loans' invariant tests: trades, and everything that can be done with a loan, at random. A call
/// that reverts fails the test; what the rules refuse is not tried.
contract BorrowerHandler is Test {
    IMainToken internal immutable main;
    IERC20 internal immutable usdb;
    ISwap internal immutable swap;
    ILoanHub internal immutable hub;
    address[] internal _wallets;
    /// TIDE first, then the launched tokens.
    address[] internal _pools;

    /// Floor (TIDE: price) and price after the last call, by pool.
    mapping(address pool => uint256) private _lastFloor;
    mapping(address pool => uint256) private _lastPrice;
    bool public floorFell;
    bool public stablePriceFell;
    /// Calls that did something, by name.
    mapping(string action => uint256) public count;

    constructor(IMainToken main_, ILoanHub hub_, address[] memory wallets, address[] memory pools) {
        (main, hub, swap, usdb) = (main_, hub_, ISwap(main_.SWAP()), IERC20(main_.token1()));
        (_wallets, _pools) = (wallets, pools);
        _recordPools();
    }

    function buy(uint256 who, uint256 what, uint256 amount) external {
        (address wallet, address pool) = _select(who, what);
        amount = bound(amountOf(amount, 100_000e18), 1e12, 100_000e18);
        vm.prank(wallet);
        swap.buyTokens(amount, 0, path(pool, true), false);
        _done("buy");
    }

    function sell(uint256 who, uint256 what, uint256 amount) external {
        (address wallet, address pool) = _select(who, what);
        uint256 held = IERC20(pool).balanceOf(wallet);
        if (held < 1e9) return;
        amount = bound(amountOf(amount, held), 1e9, held);
        if (swap.getAmountsOut(amount, path(pool, false)) == 0) return;
        vm.prank(wallet);
        swap.sellTokens(amount, 0, path(pool, false), false);
        _done("sell");
    }

    function borrow(uint256 who, uint256 what, uint256 amount, uint256 numberOfDays)
        external
    {
        (address wallet, address pool) = _select(who, what);
        uint256 held = IERC20(pool).balanceOf(wallet);
        // Every other loan takes all that the wallet has.
        if (held > 0 && amount % 2 == 0) amount = held;
        else amount = held == 0 ? 0 : amount % held;
        if (main.getColleteralValue(amount, pool) < 0.99e18) return;
        vm.prank(wallet);
        hub.takeLoan(address(main), pool, amount, bound(numberOfDays, 10, 1_000));
        _done("borrow");
    }

    function repay(uint256 who, uint256 which) external {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        if (!loan.active) return;
        vm.prank(wallet);
        hub.repayLoan(hubId);
        _done("repay");
    }

    function extend(uint256 who, uint256 which, uint256 numberOfDays, bool payIn, bool refinance)
        external
    {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        numberOfDays = refinance && numberOfDays % 2 == 0 ? 0 : bound(numberOfDays, 10, 300);
        if (hubId == 0 || !_isPossible(loan.coreLoanId, numberOfDays, payIn, refinance)) return;
        vm.prank(wallet);
        hub.extendLoan(hubId, numberOfDays, payIn, refinance);
        _done("extend");
    }

    function increase(uint256 who, uint256 which, uint256 amount) external {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        if (!loan.active || vm.getBlockTimestamp() >= loan.liquidationTime) return;
        uint256 held = IERC20(loan.token).balanceOf(wallet);
        amount = held == 0 ? 0 : amount % held;
        if (main.getColleteralValue(amount, loan.token) < 1e3) return;
        vm.prank(wallet);
        hub.increaseLoan(hubId, amount);
        _done("increase");
    }

    function sellPart(uint256 who, uint256 which, uint256 tenths) external {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        uint256 percentage = bound(tenths, 1, 10) * 10;
        if (!loan.active) return;
        if (percentage < 100 && loan.fullAmount * (100 - percentage) / 100 < 0.01e18) return;
        (,, uint256 residual) =
            main.getPartialLoanSellAmounts(loan.coreLoanId, address(hub), percentage, false);
        if (residual > 0 && swap.getAmountsOut(residual, path(loan.token, false)) == 0) return;
        vm.prank(wallet);
        hub.hubPartialLoanSell(hubId, percentage, false, 0);
        _done("sellPart");
    }

    function liquidate(uint256 who, uint256 by, uint256 which, bool byCore) external {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        if (!loan.active || vm.getBlockTimestamp() < loan.liquidationTime) return;
        vm.prank(_wallets[by % _wallets.length]);
        if (byCore) main.LiquidateLoan(loan.coreLoanId, address(hub), false);
        else hub.liquidate(wallet, hubId);
        _done("liquidate");
    }

    function claim(uint256 who, uint256 which) external {
        (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan) = _selectLoan(who, which);
        if (loan.liquidationClaim == 0) return;
        vm.prank(wallet);
        hub.claimLiquidation(hubId);
        _done("claim");
    }

    function wait(uint256 time) external {
        vm.warp(vm.getBlockTimestamp() + time % 400 days);
        _done("wait");
    }

    /// Ends everything a wallet has: loans are repaid, claims collected, tokens sold in pieces. `seed` decides the order.
    function unwind(address wallet, uint256 seed) public virtual {
        for (uint256 i = 1; i <= hub.userLoanCount(wallet); ++i) {
            ILoanHub.UserLoanDetails memory loan = hub.getUserLoanDetails(wallet, i);
            vm.startPrank(wallet);
            if (loan.active) hub.repayLoan(i);
            if (loan.liquidationClaim > 0) hub.claimLiquidation(i);
            vm.stopPrank();
        }
        sellAll(wallet, seed);
    }

    /// Sells all free tokens of a wallet, in pieces. `seed` decides the order.
    function sellAll(address wallet, uint256 seed) public {
        for (uint256 i; i < _pools.length; ++i) {
            address pool = _pools[(i + seed) % _pools.length];
            uint256 held = IERC20(pool).balanceOf(wallet);
            seed = next(seed);
            uint256 piece = held == 0 ? 0 : seed % held;
            _sellPiece(wallet, pool, piece);
            _sellPiece(wallet, pool, held - piece);
        }
    }

    function path(address pool, bool isBuy) public view returns (address[] memory result) {
        bool direct = pool == address(main);
        result = new address[](direct ? 2 : 3);
        if (!direct) result[1] = address(main);
        uint256 last = result.length - 1;
        (result[0], result[last]) = isBuy ? (address(usdb), pool) : (pool, address(usdb));
    }

    function _sellPiece(address wallet, address pool, uint256 amount) private {
        if (amount < 1e9 || swap.getAmountsOut(amount, path(pool, false)) == 0) return;
        vm.prank(wallet);
        swap.sellTokens(amount, 0, path(pool, false), false);
    }

    function _done(string memory action) internal {
        ++count[action];
        _recordPools();
    }

    function _isPossible(uint256 coreId, uint256 numberOfDays, bool payIn, bool refinance)
        private
        view
        returns (bool possible)
    {
        (possible,,) = main.ExtensionEligibility(address(hub), coreId, numberOfDays, false, payIn, refinance);
    }

    function _select(uint256 who, uint256 what) internal view returns (address, address) {
        return (_wallets[who % _wallets.length], _pools[what % _pools.length]);
    }

    /// @dev Hub id 0 and an inactive loan if the wallet has none.
    function _selectLoan(uint256 who, uint256 which)
        private
        view
        returns (address wallet, uint256 hubId, ILoanHub.UserLoanDetails memory loan)
    {
        wallet = _wallets[who % _wallets.length];
        uint256 loans = hub.userLoanCount(wallet);
        if (loans == 0) return (wallet, 0, loan);
        hubId = 1 + which % loans;
        loan = hub.getUserLoanDetails(wallet, hubId);
    }

    function _recordPools() private {
        for (uint256 i; i < _pools.length; ++i) {
            address pool = _pools[i];
            uint256 price = IPool(pool).getTokenPrice();
            if (IPool(pool).hybridMultiplier() == 100 && price < _lastPrice[pool]) stablePriceFell = true;
            _lastPrice[pool] = price;
            uint256 floor = i == 0 ? price : IFactoryToken(pool).calculateTokenFloor();
            if (floor < _lastFloor[pool] || floor > price) floorFell = true;
            _lastFloor[pool] = floor;
        }
    }
}
